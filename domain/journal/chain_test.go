package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// checkChain works the hashes of a stored history out again from what anybody
// can read: JSON objects with sorted keys, and SHA-256.
func checkChain(t *testing.T, events []eventstore.Recorded) {
	t.Helper()
	var prev any
	for _, r := range events {
		var metadata struct {
			Prev any    `json:"prev"`
			Time string `json:"time"`
		}
		if err := json.Unmarshal(r.Metadata, &metadata); err != nil {
			t.Fatal(err)
		}
		if metadata.Prev != prev {
			t.Fatalf("revision %d (%s) has prev %v, the event before hashes to %v", r.Revision, r.Type, metadata.Prev, prev)
		}
		var data any
		numbers := json.NewDecoder(bytes.NewReader(r.Data))
		numbers.UseNumber()
		if err := numbers.Decode(&data); err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(map[string]any{
			"data": data, "id": r.ID.String(), "prev": prev, "revision": r.Revision, "stream": r.Stream, "time": metadata.Time, "type": r.Type,
		}); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
		prev = hex.EncodeToString(sum[:])
	}
}

func TestTheChainOfHashesCanBeWorkedOutFromTheStoredBytes(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	labelled := n.playing(func(c *game.Create) { c.Labels = map[string]string{"리그": "7 <&> 🏆", "a\nb": "\"\\"} })
	n.play(labelled.ID, "a4b4", "a7b7")
	n.must(labelled.ID, game.Resign{Player: ben}, key("k1", "body"))

	custom := n.waiting(func(c *game.Create) { c.StartFEN = "4k4/9/9/9/4p4/9/9/9/4R4/3K5 w - - 0 1" })
	n.must(custom.ID, game.Join{Player: ben})
	n.play(custom.ID, "e2e6")
	if _, err := n.ask(custom.ID, game.PlayMove{Player: ben, Text: "e10d10"}, at(t0.Add(100_000))); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*Game{labelled, custom} {
		events := stored(t, store, "game-"+g.ID)
		if last := events[len(events)-1].Type; last != "GameEnded" {
			t.Errorf("%s ends with %s", g.ID, last)
		}
		checkChain(t, events)
	}
}

// A node that read the game, one that watched it and one that wrote it go on
// with the same hash.
func TestTheChainGoesOnOnEveryNode(t *testing.T) {
	store := memory.New()
	a, b, c := newNode(t, store), newNode(t, store), newNode(t, store)
	id := a.playing().ID
	a.play(id, "a4b4", "a7b7")
	b.play(id, "pass", "c7d7") // reads it
	for _, r := range stored(t, store, "game-"+id) {
		if _, err := c.Observe(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	c.play(id, "c4d4")
	a.must(id, game.Resign{Player: ann}) // after a conflict
	checkChain(t, stored(t, store, "game-"+id))
}
