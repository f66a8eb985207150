package api

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/rules"
	"github.com/janggid/janggid/domain/janggi"
)

// over plays moves from the start of HEEH on both sides and has Han resign. It
// returns the store's position.
func (s *testServer) over(body string, moves ...string) (m match, position string) {
	m = s.started(body)
	m.play(moves...)
	return m, m.han.post(m.path+"/resign", nil).is(http.StatusOK).header.Get("Position")
}

func (s *testServer) explore(fen, position string) rules.Explorer {
	s.t.Helper()
	query := "?after_position=" + position
	if fen != "" {
		query += "&fen=" + url.QueryEscape(fen)
	}
	return decoded[rules.Explorer](s.get("/v1/explorer"+query, "").is(http.StatusOK))
}

func TestTheExplorerTellsWhatWasPlayed(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	s.over("", "a4b4", "a7b7")
	s.over("", "a4b4", "c7d7")
	s.over(`{"visibility":"private"}`, "i4h4")
	s.over(`{"visibility":"unlisted"}`, "i4h4")
	_, position := s.over("", "c4d4")
	playing := s.started("")
	playing.play("g4f4")

	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	v := s.explore(start.FEN(), position)
	if len(v.Moves) != 2 || v.Moves[0].Move.String() != "a4b4" || v.Moves[0].Games != 2 || v.Moves[0].Results != (rules.Results{Cho: 2}) {
		t.Errorf("from the start: %+v", v.Moves)
	}
	if v.Moves[0].Text != "71졸72" {
		t.Errorf("the record writes %s", v.Moves[0].Text)
	}
	next := s.explore(v.Moves[0].FEN, position)
	if len(next.Moves) != 2 || next.Moves[0].Games != 1 {
		t.Errorf("after a4b4: %+v", next.Moves)
	}
	if v := s.explore("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", position); len(v.Moves) != 0 || v.FEN == nil {
		t.Errorf("where nobody was: %+v", v)
	}

	starts := s.explore("", position)
	if len(starts.Starts) != 16 || starts.FEN != nil || starts.Plies != 30 {
		t.Fatalf("%+v", starts)
	}
	for _, from := range starts.Starts {
		want := 0
		if from.FEN == start.FEN() {
			want = 3
		}
		if from.Games != want {
			t.Errorf("%v: %d games, want %d", from.Setups, from.Games, want)
		}
	}
	s.get("/v1/explorer?fen=x", "").problem(rest.CodeInvalidPosition)
	s.get("/v1/explorer?after_position=x", "").problem(rest.CodeBadRequest)
}

func TestGamesAreListedByWhatBecameOfThem(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	resigned, _ := s.over("", "a4b4", "a7b7")
	repeated := s.repeated()
	short := s.match(`{"ruleset":"simple"}`)
	short.setUp("HEHE", "EHEH")
	position := short.cho.post(short.path+"/abort", nil).is(http.StatusOK).header.Get("Position")
	for query, want := range map[string][]string{
		"result=cho":                              {resigned.id},
		"result=han":                              {repeated.id},
		"result=none":                             {short.id},
		"reason=repetition":                       {repeated.id},
		"reason=resignation&result=cho":           {resigned.id},
		"reason=resignation&result=han":           nil,
		"ruleset=simple":                          {short.id},
		"ruleset=standard":                        {repeated.id, resigned.id},
		"cho_setup=HEHE&han_setup=EHEH":           {short.id},
		"cho_setup=HEEH":                          {repeated.id, resigned.id},
		"min_ply=3":                               {repeated.id},
		"min_ply=1&max_ply=2":                     {resigned.id},
		"player=" + short.han.id + "&result=none": {short.id},
		"status=ended&ruleset=simple":             {short.id},
		"status=playing&ruleset=simple":           nil,
	} {
		page := decoded[games.List](s.get("/v1/games?after_position="+position+"&"+query, "").is(http.StatusOK))
		var got []string
		for _, g := range page.Games {
			got = append(got, g.ID)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for query, field := range map[string]string{
		"result=white": "result", "reason=boredom": "reason", "ruleset=chess": "ruleset", "cho_setup=HHEE": "cho_setup", "min_ply=-1": "min_ply", "max_ply=0": "max_ply",
	} {
		if p := s.get("/v1/games?"+query, "").problem(rest.CodeBadRequest); p.Field != field {
			t.Errorf("%s: field %q", query, p.Field)
		}
	}
}

func TestAGameThatComesBackToItsStartIsOneGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	s.over(`{"ruleset":{"preset":"standard","repetition":"off"}}`, "a1a2", "a10a9", "a2a1", "a9a10", "a4b4")
	_, position := s.over("", "a4b4")
	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	if v := s.explore(start.FEN(), position); len(v.Moves) != 2 || v.Moves[0].Games != 2 || v.Moves[1].Games != 1 {
		t.Errorf("from the start: %+v", v.Moves)
	}
	for _, from := range s.explore("", position).Starts {
		if from.FEN == start.FEN() && (from.Games != 2 || from.Results != (rules.Results{Cho: 2})) {
			t.Errorf("%d games from the start, want 2: %+v", from.Games, from.Results)
		}
	}
}
