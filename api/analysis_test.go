package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/analysis"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/engine"
)

const analyzePath = "/v1/positions/analysis"

// mateInTwo is a position in which Cho mates with the turn after the next.
const mateInTwo = "3k5/9/4P4/9/9/9/9/9/8R/R3K4 w - - 0 1"

func TestAnalyzePosition(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	for _, c := range []struct {
		name, body string
		status     int
		has        []string
	}{
		{"the usual start", ``, 200, []string{`"fen":"rnba1abnr/`, `"ply":0,"turn":"cho","engine":`, `"nodes":100000,`, `"outcome":null`}},
		{"lines", `{"nodes":2000,"lines":3}`, 200, []string{`"nodes":2000,`, `"mate":null,"chances":{"cho":0.`}},
		{"as a computer", `{"strength":2}`, 200, []string{`"nodes":600,`}},
		{"after moves", `{"setups":{"cho":"HEHE","han":"EHHE"},"moves":["a4b4"],"nodes":500}`, 200, []string{`"ply":1,"turn":"han"`}},
		{"a mate", `{"fen":"` + mateInTwo + `","nodes":5000}`, 200, []string{`"score":31997,"mate":3,"chances":{"cho":1,"han":0},"moves":["i2i10","d10d9","a1d1"],"texts":["99차19장군","14장24","01차04장군"]`}},
		{"a mate of the other side", `{"fen":"r3k4/8r/9/9/9/9/9/4p4/9/3K5 b - - 0 1","nodes":5000}`, 200, []string{`"score":-31997,"mate":-3,"chances":{"cho":0,"han":1}`}},
		{"the end", `{"fen":"4k4/9/9/9/9/9/9/4p4/4r4/r3K4 w - - 0 1"}`, 200, []string{`"turn":null`, `"lines":[]`, `"reason":"checkmate","result":"han"`}},
		{"nodes and a strength", `{"nodes":100,"strength":5}`, 400, []string{`"field":"strength"`}},
		{"an unknown strength", `{"strength":11}`, 400, []string{`"field":"strength"`}},
		{"too many nodes", `{"nodes":2000001}`, 400, []string{`"field":"nodes"`}},
		{"no nodes", `{"nodes":0}`, 400, []string{`"field":"nodes"`}},
		{"too many lines", `{"lines":11}`, 400, []string{`"field":"lines"`}},
		{"an unknown member", `{"depth":3}`, 400, []string{`"code":"unknown_field"`}},
		{"an illegal move", `{"moves":["a4b4","b1c3"]}`, 422, []string{`"code":"illegal_move"`, `"at":"b1","ply":1`}},
		{"moves after the end", `{"moves":["pass","pass","a4b4"]}`, 422, []string{`"code":"moves_after_end"`}},
		{"a position that cannot be", `{"fen":"9/9/9/9/9/9/9/9/9/9 w - - 0 1"}`, 422, []string{`"code":"invalid_position"`}},
		{"a ruleset that cannot be", `{"ruleset":{"turn_limit":-1}}`, 422, []string{`"code":"invalid_ruleset"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ann.on(s.within(t)).post(analyzePath, c.body).is(c.status).has(c.has...)
		})
	}
	s.post(analyzePath, "", `{}`).problem(rest.CodeUnauthenticated)
}

func TestTheLinesOfAnAnalysisAreDifferentTurns(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	a := decoded[analysis.Analysis](s.guest("Ann").post(analyzePath, `{"nodes":3000,"lines":4}`).is(http.StatusOK))
	seen := map[string]bool{}
	for i, line := range a.Lines {
		seen[line.Moves[0].String()] = true
		if len(line.Texts) != len(line.Moves) || i > 0 && line.Score > a.Lines[i-1].Score {
			t.Errorf("line %d is %+v after %+v", i, line, a.Lines[max(0, i-1)])
		}
	}
	if len(seen) != 4 {
		t.Errorf("%d turns in %d lines", len(seen), len(a.Lines))
	}
}

func TestAnAnalysisTellsItsProgress(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	body := `{"nodes":20000,"lines":2}`
	whole := decoded[map[string]any](ann.post(analyzePath, body).is(http.StatusOK))
	lines := ann.post(analyzePath, body, "Accept", rest.MimeNDJSON).is(http.StatusOK)
	frames := strings.Split(strings.TrimSpace(string(lines.body)), "\n")
	if len(frames) < 2 {
		t.Fatalf("%d frames", len(frames))
	}
	for i, text := range frames {
		var f map[string]any
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		if last := i == len(frames)-1; f["frame"] != map[bool]string{false: "progress", true: "result"}[last] {
			t.Errorf("frame %d of %d is %v", i, len(frames), f["frame"])
		} else if last && (f["nodes"] != whole["nodes"] || f["depth"] != whole["depth"]) {
			t.Errorf("the result is %s, want %v", text, whole)
		}
	}
	ann.post(analyzePath, body, "Accept", rest.MimeSSE).is(http.StatusOK).has("event: progress\ndata: {", "event: result\ndata: {")
	ann.post(analyzePath, `{"fen":"4k4/9/9/9/9/9/9/4p4/4r4/r3K4 w - - 0 1"}`, "Accept", rest.MimeNDJSON).is(http.StatusOK).has(`{"frame":"result"`, `"lines":[]`)
}

func TestThereIsNoHelpInAGameBetweenPeople(t *testing.T) {
	s := newTestServer(t, serverOptions{computers: computersWithRoom{5}})
	m := s.started(`{}`)
	m.play("a4b4")
	at := func(fen string) string { return `{"nodes":100,"fen":"` + fen + `"}` }
	fen := *m.game().FEN
	for _, g := range []guest{m.cho, m.han} {
		for _, body := range []string{at(fen), at(strings.TrimSuffix(fen, "1 1") + "0 9"), `{"nodes":100,"moves":["a4b4"]}`, `{"nodes":100,"moves":["a4b4"],"ruleset":"traditional"}`} {
			if p := g.post(analyzePath, body).problem(rest.CodeGameInProgress); p.Status != http.StatusForbidden {
				t.Errorf("%s: %+v", body, p)
			}
			g.post(analyzePath, body, "Accept", rest.MimeSSE).problem(rest.CodeGameInProgress)
		}
		g.post(analyzePath, `{"nodes":100,"moves":["a4b4","pass"]}`).is(http.StatusOK)
	}
	s.guest("Stranger").post(analyzePath, at(fen)).is(http.StatusOK)
	m.han.post(m.path+"/resign", nil).is(http.StatusOK)
	m.cho.post(analyzePath, at(fen)).is(http.StatusOK)

	alone := s.solo()
	alone.cho.post(analyzePath, at(*alone.game().FEN)).is(http.StatusOK)
	alone.cho.create(`{"opponent":{"type":"computer","strength":5},"start_fen":"` + mateInTwo + `"}`)
	alone.cho.post(analyzePath, at(mateInTwo)).is(http.StatusOK)
}

func TestAnAnalysisEndsWhenItsCallerGoes(t *testing.T) {
	for _, accept := range []string{rest.MimeJSON, rest.MimeSSE} {
		begun, ended := make(chan struct{}), make(chan struct{})
		s := newTestServer(t, serverOptions{engine: engineFunc(func(ctx context.Context, _ engine.Request) (engine.Report, error) {
			close(begun)
			<-ctx.Done()
			close(ended)
			return engine.Report{}, ctx.Err()
		})})
		ann := s.guest("Ann")
		ctx, cancel := context.WithCancel(t.Context())
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+analyzePath, strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+ann.token)
		req.Header.Set("Accept", accept)
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			if res, err := http.DefaultClient.Do(req); err == nil {
				res.Body.Close()
			}
		}()
		<-begun
		cancel()
		<-gone
		select {
		case <-ended:
		case <-time.After(patience):
			t.Fatalf("%s: the search goes on without its caller", accept)
		}
	}
}

func TestAnalysesWaitForGames(t *testing.T) {
	s := newTestServer(t, serverOptions{engine: engineFunc(func(context.Context, engine.Request) (engine.Report, error) {
		return engine.Report{}, computer.ErrBusy
	})})
	ann := s.guest("Ann")
	for _, accept := range []string{rest.MimeJSON, rest.MimeNDJSON} {
		r := ann.post(analyzePath, `{}`, "Accept", accept)
		r.problem(rest.CodeOverloaded)
		if r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" {
			t.Errorf("%d, Retry-After %q", r.status, r.header.Get("Retry-After"))
		}
	}
}

func TestAServerNeedNotAnalyze(t *testing.T) {
	for _, scope := range []analysis.Scope{analysis.Off, analysis.Finished} {
		s := newTestServer(t, serverOptions{analysis: scope})
		s.guest("Ann").post(analyzePath, `{}`).problem(rest.CodeAnalysisUnavailable)
	}
}

func TestAnalysesAreLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true, start: someDay})
	ann, bob := s.guest("Ann"), s.guest("Bob")
	for range 30 {
		ann.post(analyzePath, `{"nodes":1}`).is(http.StatusOK)
	}
	ann.post(analyzePath, `{"nodes":1}`).problem(rest.CodeRateLimited)
	bob.post(analyzePath, `{"nodes":1}`).is(http.StatusOK)
}
