package journal

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// whole makes draws possible.
func whole(c *game.Create) { c.Ruleset.Deom = 2 * 2 }

// talkative is a game in which everything is said that players can say to each
// other. Between any two commands 100 ms pass.
func talkative(n node, edits ...func(*game.Create)) *Game {
	n.t.Helper()
	g := n.playing(append(edits, whole)...)
	now := t0
	do := func(c game.Command) {
		n.t.Helper()
		now = now.Add(100)
		g = n.must(g.ID, c, at(now))
	}
	turns := func(moves ...string) {
		for _, text := range moves {
			do(turnOf(g, text))
		}
	}
	turns("a4b4", "a7b7", "b4a4", "b7a7")
	do(game.OfferTakeback{Player: ann}) // her second turn and the answer
	do(game.DeclineTakeback{Player: ben})
	do(game.AddTime{Player: ann})
	turns("c4d4")
	do(game.OfferTakeback{Player: ann}) // before the answer
	do(game.AcceptTakeback{Player: ben})
	turns("g4f4", "g7f7", "f4g4")
	do(game.OfferTakeback{Player: ben})
	do(game.AcceptTakeback{Player: ann})
	do(game.OfferDraw{Player: ben})
	do(game.DeclineDraw{Player: ann})
	turns("c7d7", "pass")
	do(game.OfferTakeback{Player: ann})
	do(game.OfferDraw{Player: ann})
	do(game.AcceptDraw{Player: ben})
	do(game.OfferRematch{Player: ann})
	do(game.DeclineRematch{Player: ben})
	do(game.SetLabels{Labels: map[string]string{"round": "1"}})
	do(game.OfferRematch{Player: ben})
	do(game.AcceptRematch{Player: ann, Game: uuid.NewString()})
	return g
}

func TestTurnsInForceAfterTakebacks(t *testing.T) {
	store := memory.New()
	g := talkative(newNode(t, store))
	n := newNode(t, store)

	want := g.State.Game.Moves()
	ply := 0
	for turn, err := range n.Turns(t.Context(), g.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if made, _ := turn.After.State.Game.LastTurn(); ply == len(want) || made.Move != want[ply] || turn.Before.State.Ply() != ply {
			t.Fatalf("turn %d is %s", ply+1, made.Move)
		}
		ply++
	}
	if ply != len(want) {
		t.Errorf("%d turns, want %d", ply, len(want))
	}

	events := stored(t, store, "game-"+g.ID)
	for ply := range want {
		got, err := n.AtPly(t.Context(), g.ID, ply)
		if err != nil || got.State.Ply() != ply {
			t.Fatalf("ply %d: %v", ply, err)
		}
		next := events[got.Revision+1]
		after, err := n.AtRevision(t.Context(), g.ID, next.Revision)
		if err != nil {
			t.Fatal(err)
		}
		if made, _ := after.State.Game.LastTurn(); !isTurn(next.Type) || made.Move != want[ply] {
			t.Errorf("ply %d: the event after it is %s, not turn %s", ply, next.Type, want[ply])
		}
	}
	last, err := n.AtPly(t.Context(), g.ID, len(want))
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, last, g)
}

// What a node knows of an earlier moment has the turns that were in force then.
func TestTurnsOfAnEarlierMoment(t *testing.T) {
	store := memory.New()
	g := talkative(newNode(t, store))
	n := newNode(t, store)
	for revision := range g.Revision + 1 {
		then, err := n.AtRevision(t.Context(), g.ID, revision)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		for _, err := range n.TurnsOf(t.Context(), then) {
			if err != nil {
				t.Fatal(err)
			}
			made++
		}
		if made != then.State.Ply() {
			t.Errorf("revision %d: %d turns, want %d", revision, made, then.State.Ply())
		}
		if ply := then.State.Ply(); ply > 0 {
			before, err := n.PlyOf(t.Context(), then, ply-1)
			if err != nil || before.State.Ply() != ply-1 || before.Revision >= revision {
				t.Errorf("revision %d: the ply before it is at %v (%v)", revision, before, err)
			}
		}
	}
}

// The clocks of a turn that was taken back are what they were when it began, to
// the millisecond, whatever happened since.
func TestATakebackRestoresTheClocks(t *testing.T) {
	for _, tc := range []game.TimeControl{
		{Type: game.Fischer, InitialMS: 60_000, IncrementMS: 777},
		{Type: game.Byoyomi, MainMS: 1_000, Periods: 5, PeriodMS: 3_000},
		game.DefaultTimeControl(),
	} {
		t.Run(string(tc.Type), func(t *testing.T) {
			n := newNode(t, memory.New())
			g := n.playing(func(c *game.Create) { c.TimeControl = tc })
			now := t0
			began := []game.Clocks{g.State.Clocks}
			for i, text := range []string{"a4b4", "a7b7", "b4a4", "b7a7", "a4b4"} {
				now = now.Add(int64(1234 * (i + 1)))
				if i == 2 {
					n.must(g.ID, game.AddTime{Player: ben}, at(now))
				}
				g = n.must(g.ID, turnOf(g, text), at(now))
				began = append(began, g.State.Clocks)
			}
			for _, offerer := range []string{ann, ben, ann} {
				now = now.Add(500)
				n.must(g.ID, game.OfferTakeback{Player: offerer}, at(now))
				g = n.must(g.ID, game.AcceptTakeback{Player: map[string]string{ann: ben, ben: ann}[offerer]}, at(now.Add(1)))
				if got, want := g.State.Clocks, began[g.State.Ply()]; got != want {
					t.Errorf("at ply %d the clocks are %v, want %v", g.State.Ply(), got, want)
				}
				if g.State.ActingSince != now.Add(1) {
					t.Error("the running clock did not start anew")
				}
			}
			if g.State.Ply() != 2 {
				t.Errorf("at ply %d, want 2", g.State.Ply())
			}
		})
	}
}

// Two nodes answer the same offer at once: it is carried out once.
func TestATakebackIsAcceptedOnce(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	g := a.playing()
	a.play(g.ID, "a4b4", "a7b7")
	a.must(g.ID, game.OfferTakeback{Player: ann})
	b.remember(g.ID) // as it is before the answer
	a.must(g.ID, game.AcceptTakeback{Player: ben})
	result, err := b.ask(g.ID, game.AcceptTakeback{Player: ben})
	if err != nil || !errors.Is(result.Refusal, game.NoOffer) {
		t.Errorf("the second answer: %v, %v", result.Refusal, err)
	}
}

func TestVerifyRecomputesHints(t *testing.T) {
	for _, c := range []struct{ history, old, replacement, field string }{
		{"a game against a computer", `"ply":0`, `"ply":1`, "data.ply"},
		{"a game against a computer", `"side":"cho"`, `"side":"han"`, "data.side"},
		{"a game against oneself with takebacks", `"move":"pass"`, `"move":"e2e9"`, "data.move"},
	} {
		t.Run(c.field, func(t *testing.T) {
			changed := slices.Clone(histories(t)[c.history])
			i := slices.IndexFunc(changed, func(r eventstore.Recorded) bool { return r.Type == "HintGiven" })
			replace(c.old, c.replacement)(t, &changed[i])
			err := verifyEvents(t, rechained(t, changed))
			if d, ok := errors.AsType[*Discrepancy](err); !ok || d.Field != c.field {
				t.Errorf("got %v, want %s", err, c.field)
			}
		})
	}
}

func TestVerifyRecomputesWhatPlayersAgreeOn(t *testing.T) {
	events := histories(t)["an agreement after takebacks"]
	for _, c := range []struct{ eventType, old, replacement, field string }{
		{"TakebackOffered", `"count":2`, `"count":1`, "data.count"},
		{"TakebackOffered", `"ply":4`, `"ply":5`, "data.ply"},
		{"TakebackDeclined", `"han"`, `"cho"`, "data.side"},
		{"TurnsTakenBack", `"count":1`, `"count":2`, "data.count"},
		{"TurnsTakenBack", `"remaining_ms":`, `"remaining_ms":1`, "data.clocks.cho.remaining_ms"},
		{"TimeAdded", `"added_ms":15000`, `"added_ms":16000`, "data.added_ms"},
		{"DrawOffered", `"ply":`, `"ply":9`, "data.ply"},
		{"DrawDeclined", `"cho"`, `"han"`, "data.side"},
		{"RematchDeclined", `"han"`, `"cho"`, "data.side"},
	} {
		t.Run(c.eventType+" "+c.field, func(t *testing.T) {
			changed := slices.Clone(events)
			i := slices.IndexFunc(changed, func(r eventstore.Recorded) bool { return r.Type == c.eventType })
			replace(c.old, c.replacement)(t, &changed[i])
			err := verifyEvents(t, rechained(t, changed))
			if d, ok := errors.AsType[*Discrepancy](err); !ok || d.Field != c.field {
				t.Errorf("got %v, want %s", err, c.field)
			}
		})
	}
}
