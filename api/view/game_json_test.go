package view

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// What is written by hand must be what the tags of the struct say, in any order.
func TestGamesAreWrittenAsTheirTagsSay(t *testing.T) {
	type tagged Game // without MarshalJSON
	for seed := range uint64(2000) {
		var v Game
		fill(reflect.ValueOf(&v).Elem(), rand.New(rand.NewPCG(seed, 0)))
		byHand, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		byTags, err := json.Marshal(tagged(v))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := anyJSON(t, byHand), anyJSON(t, byTags); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d:\n%s\nby hand, by the tags\n%s", seed, byHand, byTags)
		}
	}
}

func anyJSON(t *testing.T, data []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return v
}

// fill sets everything in a view to something that it may be.
func fill(v reflect.Value, chance *rand.Rand) {
	switch reflect.Zero(v.Type()).Interface().(type) {
	case game.TimeControl:
		kinds := []game.TimeControlType{game.PerMove, game.Fischer, game.Byoyomi, game.Unlimited}
		v.Set(reflect.ValueOf(game.TimeControl{Type: kinds[chance.IntN(4)], PerMoveMS: 1, InitialMS: 2, IncrementMS: 3, MainMS: 4, Periods: 5, PeriodMS: 6}))
		return
	case janggi.Move:
		moves := []janggi.Move{janggi.Pass, janggi.NewMove(janggi.Point(chance.IntN(janggi.PointCount)), janggi.Point(chance.IntN(janggi.PointCount)))}
		v.SetUint(uint64(moves[chance.IntN(2)]))
		return
	case game.Instant:
		v.SetInt(chance.Int64N(4e12)) // until 2096
		return
	case string:
		v.SetString([]string{"", "plain", "초 \"<&>\\\u2028\n\x01", "broken \xff"}[chance.IntN(4)])
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if chance.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), chance)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), chance)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), chance.IntN(4), 4))
		for i := range v.Len() {
			fill(v.Index(i), chance)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range chance.IntN(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(key, chance)
			fill(value, chance)
			v.SetMapIndex(key, value)
		}
	case reflect.String: // a word of this program's own
		v.SetString("word")
	case reflect.Bool:
		v.SetBool(chance.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(chance.Int64N(2000) - 500)
	case reflect.Uint64:
		v.SetUint(chance.Uint64())
	case reflect.Uint8: // every enumeration has two values
		v.SetUint(chance.Uint64N(2))
	default:
		panic("no values for " + v.Type().String())
	}
}
