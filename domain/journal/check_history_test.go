package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/proof"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// publishedHistory is a history as a client holds it.
type publishedHistory struct {
	GameID string
	Events []PublicEvent
	Proof  *proof.Proof
}

func (h publishedHistory) Check() (*Game, error) {
	events := func(yield func(PublicEvent, error) bool) {
		for _, e := range h.Events {
			if !yield(e, nil) {
				return
			}
		}
	}
	return PublicHistory{GameID: h.GameID, Events: events, Proof: h.Proof}.Check()
}

// published is a stored history as the API hands it out, in one page.
func published(t *testing.T, events []eventstore.Recorded) publishedHistory {
	t.Helper()
	id, _ := GameID(events[0].Stream)
	h := publishedHistory{GameID: id}
	for _, r := range events {
		m, err := PublicMetadata(r.Metadata)
		if err != nil {
			t.Fatal(err)
		}
		h.Events = append(h.Events, PublicEvent{r.Revision, r.Type, r.ID, m.Time, r.Data, m})
	}
	return h
}

// page is the history as JSON.
func (h publishedHistory) page(t *testing.T) []byte {
	t.Helper()
	text, err := json.Marshal(map[string]any{"game_id": h.GameID, "events": h.Events, "next": nil, "proof": h.Proof})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func signer(t *testing.T) *proof.Signer {
	t.Helper()
	s, err := proof.NewSigner(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checked reads a history back and checks it.
func checked(text []byte, gameID string) (*Game, error) {
	h, err := ReadPublicHistory(text, gameID)
	if err != nil {
		return nil, err
	}
	return h.Check()
}

func TestAHistoryHandedOutIsGoodInEveryForm(t *testing.T) {
	for name, events := range histories(t) {
		t.Run(name, func(t *testing.T) {
			h := published(t, events)
			want, err := h.Check()
			if err != nil {
				t.Fatal(err)
			}
			h.Proof = new(signer(t).Sign(h.GameID, want.Revision, want.Digest()))
			var lines, indented bytes.Buffer
			for _, e := range h.Events {
				line, _ := json.Marshal(e)
				lines.Write(append(line, '\n'))
			}
			if err := json.Indent(&indented, h.page(t), "", "  "); err != nil {
				t.Fatal(err)
			}
			half := len(h.Events) / 2
			first, second := h, h
			first.Events, first.Proof, second.Events = h.Events[:half], nil, h.Events[half:]
			proven, _ := json.Marshal(h.Proof)
			for form, text := range map[string]struct {
				text   []byte
				gameID string
			}{
				"a page":                   {h.page(t), ""},
				"a page with spaces":       {indented.Bytes(), ""},
				"members in another order": {reordered(t, h.page(t)), h.GameID},
				"two pages":                {append(first.page(t), second.page(t)...), ""},
				"lines":                    {lines.Bytes(), h.GameID},
				"lines and a proof":        {append(lines.Bytes(), proven...), ""},
			} {
				got, err := checked(text.text, text.gameID)
				if err != nil {
					t.Errorf("%s: %v", form, err)
				} else if got.Digest() != want.Digest() || got.Revision != want.Revision {
					t.Errorf("%s: revision %d digest %s", form, got.Revision, got.Digest())
				}
			}
		})
	}
}

// reordered is JSON with the members of every object the other way round.
func reordered(t *testing.T, text []byte) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var write func(any)
	write = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			out.WriteByte('{')
			names := slices.Sorted(maps.Keys(node))
			slices.Reverse(names)
			for i, name := range names {
				if i > 0 {
					out.WriteByte(',')
				}
				fmt.Fprintf(&out, " %q : ", name)
				write(node[name])
			}
			out.WriteByte('}')
		case []any:
			out.WriteByte('[')
			for i, child := range node {
				if i > 0 {
					out.WriteByte(',')
				}
				write(child)
			}
			out.WriteByte(']')
		default:
			leaf, _ := json.Marshal(node)
			out.Write(leaf)
		}
	}
	write(tree)
	return []byte(out.String())
}

// Whatever value of whatever event is changed, left out or added, a history
// with its proof is no longer good. Who aborted a game is the one thing that
// neither follows from anything nor is in a hash.
func TestNoValueOfAProvenHistoryCanBeChanged(t *testing.T) {
	for name, events := range histories(t) {
		t.Run(name, func(t *testing.T) {
			h := published(t, events)
			g, err := h.Check()
			if err != nil {
				t.Fatal(err)
			}
			h.Proof = new(signer(t).Sign(h.GameID, g.Revision, g.Digest()))
			var page map[string]any
			if err := json.Unmarshal(h.page(t), &page); err != nil {
				t.Fatal(err)
			}
			changes := 0
			eachValue(page["events"], "events", func(path string, change func() (undo func())) {
				undo := change()
				text, _ := json.Marshal(page)
				undo()
				changes++
				aborted := name == "an abort" && strings.HasSuffix(path, ".metadata.side")
				if _, err := checked(text, ""); err == nil && !aborted {
					t.Errorf("%s can be changed", path)
				}
			})
			if changes < 40 {
				t.Errorf("only %d values were changed", changes)
			}
		})
	}
}

// eachValue visits every value of a tree with a way to change it.
func eachValue(node any, path string, visit func(path string, change func() (undo func()))) {
	switch node := node.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(node)) {
			value := node[name]
			set := func(v any) func() (undo func()) {
				return func() func() { node[name] = v; return func() { node[name] = value } }
			}
			visit(path+"."+name, set(other(value)))
			if value != nil && value != 0.0 { // which a missing member stands for
				visit(path+"."+name+" missing", func() func() { delete(node, name); return func() { node[name] = value } })
			}
			eachValue(value, path+"."+name, visit)
		}
		visit(path+".more", func() func() { node["more"] = 1; return func() { delete(node, "more") } })
	case []any:
		for i, value := range node {
			eachValue(value, fmt.Sprintf("%s[%d]", path, i), visit)
		}
	}
}

// other is another value of the same sort.
func other(value any) any {
	switch value := value.(type) {
	case string:
		if value == "" {
			return "x"
		}
		last := value[len(value)-1]
		switch last {
		case '0':
			return value[:len(value)-1] + "1"
		case 'Z':
			return "1" + value[1:]
		}
		return value[:len(value)-1] + "0"
	case float64:
		return value + 1
	case bool:
		return !value
	case nil:
		return "han"
	}
	return "none"
}

func TestAHistoryMayEndBeforeItsGame(t *testing.T) {
	for name, events := range histories(t) {
		h := published(t, events)
		for n := 1; n < len(events); n++ {
			cut := h
			cut.Events = h.Events[:n]
			g, err := cut.Check()
			if d, ok := errors.AsType[*Discrepancy](err); ok {
				if d.Stored != "" || d.Revision != uint64(n) {
					t.Errorf("%s: the first %d events: %v", name, n, err)
				}
				continue // what belongs together was cut apart
			}
			if err != nil || g.Revision != uint64(n-1) {
				t.Errorf("%s: the first %d events: %v", name, n, err)
			}
		}
	}
}

func TestWhatIsNoHistory(t *testing.T) {
	events := histories(t)["a resignation"]
	h := published(t, events)
	line, _ := json.Marshal(h.Events[0])
	for name, text := range map[string]string{
		"nothing":                  "",
		"no JSON":                  "{",
		"no object":                "[1]",
		"a page without events":    `{"game_id":"` + h.GameID + `","events":[],"next":null}`,
		"events of no game":        string(line),
		"an unknown member":        strings.Replace(string(line), `"type"`, `"kind":1,"type"`, 1),
		"pages of different games": string(h.page(t)) + strings.ReplaceAll(string(h.page(t)), h.GameID, "0192d3c0-0000-7000-8000-000000000000"),
		"an id that is none":       strings.ReplaceAll(string(h.page(t)), h.GameID, "a game"),
	} {
		if _, err := checked([]byte(text), ""); err == nil {
			t.Errorf("%s is read", name)
		} else if _, ok := errors.AsType[*MalformedError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAProofOfAnotherHistory(t *testing.T) {
	h := published(t, histories(t)["a resignation"])
	g, err := h.Check()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]proof.Proof{
		"another digest":   signer(t).Sign(h.GameID, g.Revision, strings.Repeat("0", 64)),
		"an event to come": signer(t).Sign(h.GameID, g.Revision+1, g.Digest()),
	} {
		h.Proof = &p
		if _, err := h.Check(); !errors.Is(err, ErrProof) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A proof stays true of the events that it names, whatever is written after
// them.
func TestAnImportedHistoryAndItsProofOutliveACorrection(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	importAs := func(digest string, result janggi.Result) *Game {
		t.Helper()
		m, _ := janggi.ParseMove("a4b4")
		done, err := n.Import(t.Context(), game.Import{
			Source:      game.Source{Digest: digest, ExternalID: "game 1", Format: "gib", Tags: []game.SourceTag{{Name: "대회명", Value: "왕위전"}}},
			Seats:       game.Seats{{Kind: game.Recorded, Name: "김"}, {Kind: game.Recorded, Name: "이"}},
			Visibility:  game.Public,
			TimeControl: game.TimeControl{Type: game.Unlimited},
			Setups:      &[2]janggi.Setup{janggi.HEEH, janggi.EHHE},
			Turns:       []game.ImportedTurn{{Move: m}},
			End:         janggi.EndAdjudication,
			Result:      result,
		}, Request{At: t0})
		if err != nil {
			t.Fatal(err)
		}
		return done.Game
	}
	before := importAs("aa", janggi.ChoWins)
	signed := signer(t).Sign(before.ID, before.Revision, before.Digest())
	importAs("ab", janggi.HanWins)

	h := published(t, stored(t, store, "game-"+before.ID))
	h.Proof = &signed
	g, err := checked(h.page(t), "")
	if err != nil {
		t.Fatal(err)
	}
	if g.Revision != before.Revision+1 || g.State.SupersededBy == "" {
		t.Errorf("revision %d, superseded by %q", g.Revision, g.State.SupersededBy)
	}
}
