package janggi

import (
	"encoding"
	"reflect"
	"testing"
)

type text interface {
	encoding.TextMarshaler
	String() string
}

// TestTextsAreReadBackAsWritten covers every value of every type that is
// written as text.
func TestTextsAreReadBackAsWritten(t *testing.T) {
	var values []text
	values = append(values, Cho, Han, HEHE, EHEH, HEEH, EHHE, Pass)
	for kind := range Kind(kindCount) {
		values = append(values, kind)
	}
	for from := range Point(PointCount) {
		values = append(values, from, NewMove(from, 89-from), NewMove(0, from))
	}
	for _, value := range values {
		written, err := value.MarshalText()
		if err != nil || string(written) != value.String() {
			t.Errorf("%#v is written %q, %v, but its String is %q", value, written, err, value)
		}
		read := reflect.New(reflect.TypeOf(value))
		err = read.Interface().(encoding.TextUnmarshaler).UnmarshalText(written)
		if err != nil || read.Elem().Interface() != value {
			t.Errorf("%q is read as %v, %v", written, read.Elem(), err)
		}
	}
}

func TestTextsOfWellKnownValues(t *testing.T) {
	for want, value := range map[string]text{
		"cho": Cho, "han": Han, "HEEH": HEEH, "soldier": Soldier, "a1": Point(0), "i10": Point(89), "e2": NewPoint(4, 1),
		"a4b4": NewMove(27, 28), "a9a10": NewMove(72, 81), "pass": Pass,
	} {
		if value.String() != want {
			t.Errorf("%#v is written %q, want %q", value, value, want)
		}
	}
}

func TestTextsRejectUnknownNames(t *testing.T) {
	for _, test := range []struct {
		into  encoding.TextUnmarshaler
		texts []string
	}{
		{new(Side), []string{"", "Cho", "white"}},
		{new(Setup), []string{"", "hehe", "HHEE", "HEHEH"}},
		{new(Kind), []string{"", "General", "pawn"}},
		{new(Point), []string{"", "a", "a0", "a11", "j1", "A1", "a1 ", "a01", "a100", "1a"}},
		{new(Move), []string{"", "a4", "a4b", "a4b4c", "a11b1", "Pass", "a4-b4", "e2e2 ", "0000"}},
	} {
		for _, text := range test.texts {
			if err := test.into.UnmarshalText([]byte(text)); err == nil {
				t.Errorf("%T reads %q", test.into, text)
			}
		}
	}
}

func TestInvalidValuesAreNotWritten(t *testing.T) {
	for _, value := range []text{Side(2), Setup(4), Kind(8), Point(90), NoPoint, NewMove(0, 90), NewMove(NoPoint, 0)} {
		if written, err := value.MarshalText(); err == nil {
			t.Errorf("%#v is written %q", value, written)
		}
		if value.String() == "" {
			t.Errorf("%#v has no String", value)
		}
	}
}

func TestPiecesAreAKindOfASide(t *testing.T) {
	letters := map[Kind]byte{General: 'k', Guard: 'a', Chariot: 'r', Cannon: 'c', Horse: 'n', Elephant: 'b', Soldier: 'p'}
	values := map[Kind]int{General: 0, Guard: 3, Chariot: 13, Cannon: 7, Horse: 5, Elephant: 3, Soldier: 2}
	for kind, letter := range letters {
		cho, han := NewPiece(Cho, kind), NewPiece(Han, kind)
		if cho.Side() != Cho || han.Side() != Han || cho.Kind() != kind || han.Kind() != kind {
			t.Errorf("%s: %v %v %v %v", kind, cho.Side(), han.Side(), cho.Kind(), han.Kind())
		}
		if han.Letter() != letter || cho.Letter() != letter-32 {
			t.Errorf("%s: letters %c %c", kind, cho.Letter(), han.Letter())
		}
		if kind.Points() != values[kind] {
			t.Errorf("%s is worth %d", kind, kind.Points())
		}
	}
	if Kind(8).Points() != 0 || NoKind.Points() != 0 {
		t.Error("what is no kind is worth points")
	}
	if NewPiece(Han, NoKind) != NoPiece || NoPiece.Kind() != NoKind {
		t.Error("an empty point holds a piece")
	}
}
