package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// used are the sprites that a picture places, as "name x y", in document order,
// and the names that it defines. Text elements would need a font.
func used(t *testing.T, svg []byte) (placed, defined []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return placed, defined
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		switch e.Name.Local {
		case "text", "image", "style", "script":
			t.Errorf("there is a %s", e.Name.Local)
		case "use":
			placed = append(placed, fmt.Sprintf("%s %s %s", strings.TrimPrefix(attr["href"], "#"), attr["x"], attr["y"]))
		case "g":
			if attr["id"] != "" {
				defined = append(defined, attr["id"])
			}
		}
	}
}

func TestSVGPlacesEveryPiece(t *testing.T) {
	for seed := range uint64(30) {
		g := randomGame(seed, int(seed)*5)
		for _, s := range []Style{{}, {Flip: true, Lettering: Hangul, Marks: AllMarks()}, {Lettering: Letters}} {
			placed, defined := used(t, SVG(Board{Position: g.Position()}, s))
			var want []string
			kinds := map[string]bool{}
			for at := range janggi.Point(janggi.PointCount) {
				piece := g.Position().At(at)
				if piece == janggi.NoPiece {
					continue
				}
				x, y := at.File(), janggi.RankCount-1-at.Rank()
				if s.Flip {
					x, y = janggi.FileCount-1-x, janggi.RankCount-1-y
				}
				name := piece.Side().String() + "-" + piece.Kind().String()
				kinds[name] = true
				want = append(want, fmt.Sprintf("%s %d %d", name, 88+100*x, 88+100*y))
			}
			if fmt.Sprint(placed) != fmt.Sprint(want) {
				t.Fatalf("seed %d: placed\n%v, want\n%v", seed, placed, want)
			}
			if len(defined) != len(kinds) {
				t.Errorf("seed %d: defines %v for %d sorts of pieces", seed, defined, len(kinds))
			}
		}
	}
}

func TestABoardWithoutAPositionIsEmpty(t *testing.T) {
	svg := SVG(Board{}, Style{Marks: AllMarks()})
	if placed, _ := used(t, svg); len(placed) > 0 {
		t.Errorf("places %v", placed)
	}
	if _, err := PNG(Board{}, Style{Marks: AllMarks()}); err != nil {
		t.Error(err)
	}
}

func TestEveryPieceHasItsCharacter(t *testing.T) {
	for lettering := range inscriptions {
		for _, side := range []janggi.Side{janggi.Cho, janggi.Han} {
			for kind := janggi.General; kind <= janggi.Soldier; kind++ {
				character := inscriptions[lettering][side][kind-janggi.General]
				if len(outlines[character]) == 0 {
					t.Errorf("%s's %s has no outline for %q", side, kind, character)
				}
			}
		}
	}
	if inscriptions[Hanja][janggi.Cho][0] != '楚' || inscriptions[Hanja][janggi.Han][0] != '漢' {
		t.Error("the generals bear other characters than 楚 and 漢")
	}
}

func TestHigherRanksAreLarger(t *testing.T) {
	general, soldier := radius(janggi.General), radius(janggi.Soldier)
	for _, kind := range []janggi.Kind{janggi.Chariot, janggi.Cannon, janggi.Horse, janggi.Elephant} {
		if r := radius(kind); r >= general || r <= soldier {
			t.Errorf("%s has the radius %v, a general %v, a soldier %v", kind, r, general, soldier)
		}
	}
}
