package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// reader is a client of a stream that comes again when it breaks off, as a
// browser does: with the last cursor that it saw.
type reader struct {
	name, path, accept string

	cursor string
	seen   []uint64 // revisions of the game's events, as they came
}

// line is a frame as far as a reader looks at it.
type line struct {
	Frame, Cursor, Type string
	GameID              string `json:"game_id"`
	Revision            uint64
	Game                gameNow
}

// read reads a stream until it breaks off or the game's end comes; over tells
// which. Ready is told of the first frame.
func (r *reader) read(t *testing.T, base, game string, ready func()) (over bool, err error) {
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+r.path, nil)
	if err != nil {
		return false, err
	}
	q.Header.Set("Accept", r.accept)
	resumes := r.cursor != ""
	if resumes {
		q.Header.Set("Last-Event-ID", r.cursor)
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return false, fmt.Errorf("status %d", answer.StatusCode)
	}
	for lines := bufio.NewReader(answer.Body); ; {
		text, err := lines.ReadString('\n')
		if err != nil {
			return false, nil // a line that is not whole was not received
		}
		text = strings.TrimPrefix(text, "data: ")
		if !strings.HasPrefix(text, "{") {
			continue
		}
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			return false, fmt.Errorf("%w: %s", err, text)
		}
		ready()
		if l.Cursor != "" {
			r.cursor = l.Cursor
		}
		switch {
		case l.Frame == "reset", l.Frame == "state" && resumes:
			return false, fmt.Errorf("it begins anew: %s", text)
		case l.Frame == "state" && l.Game.ID == game: // what follows comes after it
			r.seen = append(r.seen, l.Game.Revision)
		case l.Frame == "event" && l.GameID == game:
			r.seen = append(r.seen, l.Revision)
			if l.Type == "GameEnded" {
				return true, nil
			}
		}
	}
}

// TestStreamsGoOnAfterAKill kills the server in the middle of a game that many
// follow. On the next one, over the same data, each of them has the rest of the
// game: no event is missing and none comes twice.
func TestStreamsGoOnAfterAKill(t *testing.T) {
	data := t.TempDir()
	base, kill := startProcess(t, data)
	first := node(base)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	g, now := newTable(t, []node{first}, `{"ruleset":"record","time_control":{"type":"unlimited"}}`)
	other, _ := newTable(t, []node{first}, "{}")
	gameID, otherID := strings.TrimPrefix(g.path, "/v1/games/"), strings.TrimPrefix(other.path, "/v1/games/")

	const sse, ndjson = "text/event-stream", "application/x-ndjson"
	var readers []*reader
	for _, accept := range []string{sse, ndjson} {
		readers = append(readers,
			&reader{name: "the game", path: g.path + "/stream", accept: accept},
			&reader{name: "the game again", path: g.path + "/stream", accept: accept},
			&reader{name: "two games", path: "/v1/stream?games=" + otherID + "," + gameID, accept: accept},
			&reader{name: "everything", path: "/v1/stream?from=0", accept: accept},
		)
	}
	follow := func(base string) (finish func() (over int)) {
		var ready, ended sync.WaitGroup
		overs := make([]bool, len(readers))
		for i, r := range readers {
			ready.Add(1)
			ended.Go(func() {
				begun := sync.OnceFunc(ready.Done)
				defer begun()
				var err error
				if overs[i], err = r.read(t, base, gameID, begun); err != nil {
					t.Errorf("%s as %s: %v", r.name, r.accept, err)
				}
			})
		}
		ready.Wait()
		return func() (over int) {
			ended.Wait()
			for _, o := range overs {
				if o {
					over++
				}
			}
			return over
		}
	}
	play := func(n node, turns int, made func(turn int)) error {
		for turn := range turns {
			moves := now.moves()
			got, err := n.try(t, request{path: g.path + "/moves", token: g.toMove(now), body: fmt.Sprintf(`{"move":%q}`, moves[chance.IntN(len(moves))])})
			if err != nil {
				return err
			}
			if got.status != http.StatusOK {
				t.Fatalf("%d %s", got.status, got.body)
			}
			now = got.game
			made(turn)
		}
		return nil
	}

	finish := follow(base)
	var killed sync.WaitGroup
	err := play(first, 1000, func(turn int) {
		if turn == 20 {
			killed.Go(kill)
		}
	})
	if err == nil {
		t.Fatal("the server outlived its kill")
	}
	killed.Wait()
	if over := finish(); over > 0 {
		t.Fatalf("%d streams ended before the game", over)
	}

	base, _ = startProcess(t, data)
	second := node(base)
	now = second.get(t, g.path, g.cho).game
	finish = follow(base)
	if err := play(second, 10, func(int) {}); err != nil {
		t.Fatal(err)
	}
	second.send(t, request{path: g.path + "/resign", token: g.cho}, http.StatusOK)
	if over := finish(); over != len(readers) {
		t.Errorf("%d of %d streams came to the game's end", over, len(readers))
	}
	history := second.history(t, g.path)
	for _, r := range readers {
		checkWhole(t, r, uint64(len(history)-1))
	}
}

// checkWhole finds one revision after the other in what a reader saw, to the last.
func checkWhole(t *testing.T, r *reader, last uint64) {
	t.Helper()
	for i, revision := range r.seen {
		if i > 0 && revision != r.seen[i-1]+1 {
			t.Errorf("%s as %s: revision %d came after %d", r.name, r.accept, revision, r.seen[i-1])
		}
	}
	if n := len(r.seen); n < 20 || r.seen[n-1] != last {
		t.Errorf("%s as %s saw %v, want all to %d", r.name, r.accept, r.seen, last)
	}
}
