package journal

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/janggid/janggid/domain/chat"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

func (n node) say(gameID, player, text, key string) (Message, bool) {
	n.t.Helper()
	m, replayed, err := n.Chats.Post(n.t.Context(), gameID, chat.Posted{Player: player, Room: chat.Players, Text: text}, Request{Actor: player, At: t0, Key: key, Digest: text}, nil)
	if err != nil {
		n.t.Fatal(err)
	}
	return m, replayed
}

func (n node) texts(gameID string, from uint64) (texts []string) {
	n.t.Helper()
	for m, err := range n.Chats.Messages(n.t.Context(), gameID, from) {
		if err != nil {
			n.t.Fatal(err)
		}
		texts = append(texts, m.Posted.Text)
	}
	return texts
}

func TestMessagesOfTwoNodesStandInOneOrder(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	g := a.waiting()
	for i, n := range []node{a, b, b, a} {
		if m, _ := n.say(g.ID, ann, fmt.Sprint(i), ""); m.Number != uint64(i) {
			t.Errorf("message %d has the number %d", i, m.Number)
		}
	}
	for _, n := range []node{a, b} {
		if got := n.texts(g.ID, 1); !slices.Equal(got, []string{"1", "2", "3"}) {
			t.Errorf("got %v", got)
		}
	}
	if got := a.texts(a.waiting().ID, 0); got != nil {
		t.Errorf("in another game's chat stands %v", got)
	}
}

func TestAMessageThatComesAgainIsSaidOnce(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	g := a.waiting()
	first, _ := a.say(g.ID, ann, "hello", "k")
	a.say(g.ID, ben, "hello", "k") // a key belongs to its player
	for _, n := range []node{a, b} {
		again, replayed := n.say(g.ID, ann, "hello", "k")
		if !replayed || again != first {
			t.Errorf("got %+v, replayed %t; want %+v", again, replayed, first)
		}
	}
	_, _, err := b.Chats.Post(t.Context(), g.ID, chat.Posted{Player: ann, Room: chat.Players, Text: "other"}, Request{Actor: ann, At: t0, Key: "k", Digest: "other"}, nil)
	if !errors.Is(err, ErrKeyReused) {
		t.Errorf("another text under the key: %v", err)
	}
	if got := a.texts(g.ID, 0); len(got) != 2 {
		t.Errorf("said was %v", got)
	}
}

// A message that was said stays said, whatever would be refused by now.
func TestARefusedMessageIsNotSaidUnlessItWas(t *testing.T) {
	n := newNode(t, memory.New())
	g := n.waiting()
	first, _ := n.say(g.ID, ann, "hello", "k")
	refused := errors.New("not here")
	for _, c := range []struct {
		key      string
		replayed bool
		err      error
	}{{"k", true, nil}, {"other", false, refused}, {"", false, refused}} {
		m, replayed, err := n.Chats.Post(t.Context(), g.ID, chat.Posted{Player: ann, Room: chat.Players, Text: "hello"}, Request{Actor: ann, At: t0, Key: c.key, Digest: "hello"}, refused)
		if replayed != c.replayed || !errors.Is(err, c.err) || replayed && m != first {
			t.Errorf("key %q: %+v, replayed %t, %v", c.key, m, replayed, err)
		}
	}
	if got := n.texts(g.ID, 0); len(got) != 1 {
		t.Errorf("said was %v", got)
	}
}

// The last keys of a chat are remembered, however many messages without one lie
// in between.
func TestManyMessages(t *testing.T) {
	n := newNode(t, memory.New())
	g := n.waiting()
	for i := range rememberedMessages {
		n.say(g.ID, ann, "with", fmt.Sprint("k", i))
		n.say(g.ID, ben, "without", "")
	}
	if m, replayed := n.say(g.ID, ann, "with", "k0"); !replayed || m.Number != 0 {
		t.Errorf("the oldest of the remembered: %+v, %t", m, replayed)
	}
	if _, replayed := n.say(g.ID, ann, "with", "new"); replayed {
		t.Error("a new key is taken for an old one")
	}
}

func TestMessagesAtOnceAreAllSaid(t *testing.T) {
	store := memory.New()
	g := newNode(t, store).waiting()
	var all sync.WaitGroup
	for i := range 4 {
		n := newNode(t, store)
		all.Go(func() {
			for k := range 5 {
				_, _, err := n.Chats.Post(t.Context(), g.ID, chat.Posted{Player: ann, Room: chat.Players, Text: "x"}, Request{Actor: ann, At: t0, Key: fmt.Sprint(i, k)}, nil)
				for errors.Is(err, ErrConflict) { // every race lost: the client tries again
					_, _, err = n.Chats.Post(t.Context(), g.ID, chat.Posted{Player: ann, Room: chat.Players, Text: "x"}, Request{Actor: ann, At: t0, Key: fmt.Sprint(i, k)}, nil)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := newNode(t, store).texts(g.ID, 0); len(got) != 20 {
		t.Errorf("%d messages, want 20", len(got))
	}
}

func TestVerifyAllReadsWordsAndPresence(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	g := n.waiting()
	n.say(g.ID, ann, "hello", "")
	if err := n.Presences.Leave(t.Context(), ann, t0, t0); err != nil {
		t.Fatal(err)
	}
	if err := VerifyAll(t.Context(), store, nil); err != nil {
		t.Fatal(err)
	}
	for _, stream := range []string{"chat-" + g.ID, "presence-" + ann} {
		broken := memory.New()
		r := stored(t, store, stream)[0]
		r.Data = append([]byte(" "), r.Data...)
		if _, err := broken.Append(t.Context(), stream, eventstore.NoStream(), []eventstore.Event{r.Event}); err != nil {
			t.Fatal(err)
		}
		if d, ok := errors.AsType[*Discrepancy](VerifyAll(t.Context(), broken, nil)); !ok || d.Field != "data" {
			t.Errorf("%s: %v", stream, d)
		}
	}
}

// Two nodes open the same rematch at once: it is one game, whose creation is
// public knowledge to both.
func TestARematchIsOpenedOnce(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	g := talkative(a)
	if g.State.Rematch() == a.RematchID(g.ID) {
		t.Fatal("the fixture should name another game")
	}
	var all sync.WaitGroup
	for _, n := range []node{a, b, a, b} {
		all.Go(func() {
			if err := n.OpenRematch(t.Context(), g, t0); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	next, err := b.Load(t.Context(), g.State.Rematch())
	if err != nil || next.State.RematchOf() != g.ID {
		t.Fatalf("%v, %v", next, err)
	}
	if err := VerifyAll(t.Context(), store, nil); err != nil {
		t.Error(err)
	}
}
