package journal

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// played is a game of four turns and a resignation, as it was after each event.
func played(t *testing.T) (node, []*Game) {
	t.Helper()
	store := memory.New()
	n := newNode(t, store)
	g := n.playing()
	g = n.play(g.ID, "a4b4", "a7b7", "pass", "c7d7")
	g = n.must(g.ID, game.Resign{Player: ann})
	var then []*Game
	for revision := range g.Revision + 1 {
		now, err := n.fold(t.Context(), g.ID, nil, func(_ *Game, r eventstore.Recorded) bool { return r.Revision <= revision })
		if err != nil {
			t.Fatal(err)
		}
		then = append(then, now)
	}
	return newNode(t, store), then
}

func TestAtRevision(t *testing.T) {
	n, then := played(t)
	id := then[0].ID
	for name, warm := range map[string]bool{"read": false, "known": true} {
		t.Run(name, func(t *testing.T) {
			if warm {
				n.remember(id)
			}
			for revision, want := range then {
				got, err := n.AtRevision(t.Context(), id, uint64(revision))
				if err != nil {
					t.Fatal(err)
				}
				sameGame(t, got, want)
			}
			if _, err := n.AtRevision(t.Context(), id, uint64(len(then))); !errors.Is(err, ErrNotFound) {
				t.Errorf("a revision that never was: %v, want ErrNotFound", err)
			}
		})
	}
}

func TestAtPly(t *testing.T) {
	n, then := played(t)
	// Revisions 0 to 4 are GameCreated, PlayerJoined, two SetupChosen and
	// GameStarted; 5 to 8 the turns; 9 and 10 the resignation and the end.
	for ply, revision := range []int{4, 5, 6, 7, 10} {
		got, err := n.AtPly(t.Context(), then[0].ID, ply)
		if err != nil {
			t.Fatalf("ply %d: %v", ply, err)
		}
		sameGame(t, got, then[revision])
	}
	for _, ply := range []int{-1, 5} {
		if _, err := n.AtPly(t.Context(), then[0].ID, ply); !errors.Is(err, ErrNotFound) {
			t.Errorf("ply %d: %v, want ErrNotFound", ply, err)
		}
	}
}

func TestAtPlyBeforeTheStart(t *testing.T) {
	n := newNode(t, memory.New())
	g := n.waiting()
	got, err := n.AtPly(t.Context(), g.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, got, g)
}

// A game that another node moved on is known at its newest ply too.
func TestAtPlyLooksAtTheStore(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	id := a.playing().ID
	b.remember(id)
	newest := a.play(id, "a4b4")
	got, err := b.AtPly(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, got, newest)
}

func TestTurns(t *testing.T) {
	n, then := played(t)
	ply := 0
	for turn, err := range n.Turns(t.Context(), then[0].ID) {
		if err != nil {
			t.Fatal(err)
		}
		ply++
		if before, after := turn.Before.State.Ply(), turn.After.State.Ply(); before != ply-1 || after != ply {
			t.Errorf("turn %d leads from ply %d to %d", ply, before, after)
		}
		switch e := turn.Event.(type) {
		case game.MovePlayed:
			if board := turn.Before.State.Game; board.Position().At(e.Move.From()) == janggi.NoPiece {
				t.Errorf("turn %d moves nothing", ply)
			}
		case game.TurnPassed:
			if ply != 3 {
				t.Errorf("turn %d is a pass", ply)
			}
		default:
			t.Errorf("turn %d is a %T", ply, e)
		}
	}
	if ply != 4 {
		t.Errorf("%d turns, want 4", ply)
	}
}

func TestTurnsCanBeLeftEarly(t *testing.T) {
	n, then := played(t)
	for range n.Turns(t.Context(), then[0].ID) {
		break
	}
}

func TestEventsAreThoseOfTheStore(t *testing.T) {
	n, then := played(t)
	revision := uint64(5)
	last := len(then) - 2 // what came later is not of the game as it was
	for r, err := range n.Events(t.Context(), then[last], revision) {
		if err != nil || r.Revision != revision {
			t.Fatalf("revision %d, %v; want %d", r.Revision, err, revision)
		}
		revision++
	}
	if revision != uint64(last)+1 {
		t.Errorf("ended before revision %d", revision)
	}
}

// Who steps through a game has its store read once, and then what came since.
func TestThePastOfAGameIsReadOnce(t *testing.T) {
	store := &counting{Store: memory.New()}
	a, b := newNode(t, store), newNode(t, store)
	id := a.playing().ID
	a.play(id, "a4b4", "a7b7", "pass", "c7d7")
	look := func(ply int) {
		t.Helper()
		got, err := b.AtPly(t.Context(), id, ply)
		if err != nil || got.State.Ply() != ply {
			t.Fatalf("ply %d: %v", ply, err)
		}
	}
	look(1)
	store.events = 0
	for ply := range 4 {
		look(ply)
	}
	if store.events != 0 {
		t.Errorf("%d events were read again", store.events)
	}
	newest := a.play(id, "pass")
	store.events = 0
	look(4)
	look(3)
	if store.events != 2 { // the game's newest, and then its past
		t.Errorf("%d events were read after one more turn, want 2", store.events)
	}
	got, err := b.AtRevision(t.Context(), id, newest.Revision-1)
	if err != nil || got.State.Ply() != 4 {
		t.Errorf("the revision before the last turn: %v", err)
	}
}

func TestAPastReachesToWhereItIsDamaged(t *testing.T) {
	store := memory.New()
	g := newNode(t, store).playing()
	events := stored(t, store, "game-"+g.ID)
	events = append(events, events[len(events)-1])
	events[len(events)-1].Revision++
	events[len(events)-1].Data = []byte("{")
	n := newNode(t, slice{events: events})
	for _, event := range events[:len(events)-1] {
		if got, err := n.AtRevision(t.Context(), g.ID, event.Revision); err != nil || got.Revision != event.Revision {
			t.Errorf("revision %d: %v", event.Revision, err)
		}
	}
	if _, err := n.AtRevision(t.Context(), g.ID, g.Revision+1); !errors.Is(err, ErrDamaged) {
		t.Errorf("the damaged revision: %v, want ErrDamaged", err)
	}
}

// A game that this node knows may be read from a part of the store that has not
// come to it.
func TestThePastOfAStoreThatIsBehindIsNotThereYet(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	g := n.play(n.playing().ID, "a4b4", "a7b7")
	events := stored(t, store, "game-"+g.ID)
	behind := newNode(t, slice{events: events[:len(events)-1]})
	if _, err := behind.PlyOf(t.Context(), g, 0); !errors.Is(err, ErrNotYetVisible) {
		t.Errorf("%v, want ErrNotYetVisible", err)
	}
}
