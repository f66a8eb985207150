package journal

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

var (
	answerLost  = memory.Fault{Err: eventstore.ErrOutcomeUnknown, Stored: true}
	outcomeLost = memory.Fault{Err: eventstore.ErrOutcomeUnknown}
	unavailable = memory.Fault{Err: eventstore.ErrUnavailable}
)

func TestALostAnswerIsFoundOut(t *testing.T) {
	for name, fault := range map[string]memory.Fault{"stored": answerLost, "not stored": outcomeLost} {
		t.Run(name, func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			g := n.playing()
			store.Inject(fault)
			played := n.play(g.ID, "a4b4")
			if played.State.Ply() != 1 {
				t.Errorf("ply %d", played.State.Ply())
			}
			read, err := newNode(t, store).Load(t.Context(), g.ID)
			if err != nil {
				t.Fatal(err)
			}
			sameGame(t, read, played)
			if events := stored(t, store, "game-"+g.ID); uint64(len(events)) != g.Revision+2 {
				t.Errorf("stored %v", typesOf(events))
			}
		})
	}
}

func TestALostAnswerToACreation(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	store.Inject(answerLost, answerLost) // of the room's reservation and of the game
	first, err := n.Create(t.Context(), create(), Request{Actor: ann, At: t0})
	if err != nil {
		t.Fatal(err)
	}
	byCode, err := n.Room(t.Context(), first.Game.Room)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, byCode, first.Game)
	count := 0
	for range store.ReadAll(t.Context(), 0) {
		count++
	}
	if count != 2 {
		t.Errorf("%d events stored, want the reservation and the game", count)
	}
}

func TestALostAnswerToARegistration(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	store.Inject(answerLost)
	p, err := n.Players.Register(t.Context(), "Ann", t0)
	if err != nil {
		t.Fatal(err)
	}
	if events := stored(t, store, "player-"+p.ID); len(events) != 1 {
		t.Errorf("stored %v", typesOf(events))
	}
}

func TestAnOutcomeThatStaysUnknownIsSaidToBe(t *testing.T) {
	tests := []struct {
		name   string
		faults []memory.Fault
	}{
		{"every attempt's answer is lost", slices.Repeat([]memory.Fault{outcomeLost}, attempts)},
		{"the store then goes away", []memory.Fault{answerLost, unavailable}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			id := n.playing().ID
			store.Inject(tt.faults...)
			move := game.PlayMove{Player: ann, Text: "a4b4"}
			_, err := n.ask(id, move, key("k1", "body"))
			if !errors.Is(err, eventstore.ErrOutcomeUnknown) || errors.Is(err, eventstore.ErrUnavailable) {
				t.Fatalf("got %v, want ErrOutcomeUnknown and no claim that nothing was written", err)
			}
			result, err := n.ask(id, move, key("k1", "body"))
			if err != nil || result.Refusal != nil || result.Game.State.Ply() != 1 {
				t.Fatalf("retried with its key: %+v, %v", result, err)
			}
			if events := stored(t, store, "game-"+id); len(events) != 6 {
				t.Errorf("stored %v", typesOf(events))
			}
		})
	}
}

func TestAnOutcomeThatIsUnknownWhenTheTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	store := &meddler{Store: memory.New()}
	n := newNode(t, store)
	id := n.playing().ID
	store.before = func() {
		if store.appends == 2 {
			cancel()
		}
	}
	store.Inject(answerLost)
	_, err := n.Execute(ctx, id, Request{Command: game.Pass{Player: ann}, Actor: ann, At: t0})
	if !errors.Is(err, eventstore.ErrOutcomeUnknown) {
		t.Errorf("got %v, want ErrOutcomeUnknown: the first attempt may have been stored", err)
	}
}

func TestAnUnavailableStore(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	g := n.playing()
	before := len(stored(t, store, "game-"+g.ID))
	store.Inject(unavailable)
	if _, err := n.ask(g.ID, game.PlayMove{Player: ann, Text: "a4b4"}); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("got %v, want ErrUnavailable", err)
	}
	if after := len(stored(t, store, "game-"+g.ID)); after != before {
		t.Errorf("%d events, were %d", after, before)
	}
	loaded, err := n.Load(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, loaded, g)
	n.play(g.ID, "a4b4")

	store.Inject(unavailable)
	if _, err := n.Create(t.Context(), create(), Request{Actor: ann, At: t0}); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("a creation: got %v, want ErrUnavailable", err)
	}
	store.Inject(unavailable)
	if _, err := n.Players.Register(t.Context(), "Ann", t0); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("a registration: got %v, want ErrUnavailable", err)
	}
}
