package computer

import (
	"bytes"
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

func TestTurnsAreFoundAgain(t *testing.T) {
	n := newNode(t, nil, Options{})
	n.run()
	g := n.create(against(3))
	n.until(g.ID, "Han's setup", func(s *game.State) bool { return s.Setups[janggi.Han].Chosen })
	n.do(g.ID, game.ChooseSetup{Player: ann})
	n.do(g.ID, game.PlayMove{Player: ann, Text: "a4b4"})
	n.until(g.ID, "an answer", atPly(2))
	n.do(g.ID, game.OfferTakeback{Player: ann})
	n.do(g.ID, game.PlayMove{Player: ann, Text: "i4h4"})
	n.until(g.ID, "an answer", atPly(2))

	e := engine.New(engine.PlayTableBytes)
	if again, err := SearchAgain(t.Context(), n.store, g.ID, e); err != nil || again.Same != 3 || again.Skipped != 0 || len(again.Different) > 0 {
		t.Errorf("%+v, %v; want a setup and two turns", again, err)
	}
	other := replaced{n.store, []byte(`"engine":1,"nodes"`), []byte(`"engine":2,"nodes"`)}
	if again, err := SearchAgain(t.Context(), other, g.ID, e); err != nil || again.Same != 1 || again.Skipped != 2 {
		t.Errorf("turns of another version: %+v, %v", again, err)
	}
	seed := replaced{n.store, []byte(`"seed":7`), []byte(`"seed":123456`)}
	if again, err := SearchAgain(t.Context(), seed, g.ID, e); err != nil || len(again.Different) == 0 || !strings.Contains(again.Different[0], g.ID) {
		t.Errorf("with another seed: %+v, %v", again, err)
	}
}

// replaced is a store whose events say something else.
type replaced struct {
	eventstore.Store
	what, with []byte
}

func (s replaced) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range s.Store.ReadStream(ctx, stream, from) {
			r.Data = bytes.ReplaceAll(r.Data, s.what, s.with)
			if !yield(r, err) {
				return
			}
		}
	}
}
