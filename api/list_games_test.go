package api

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/rest"
)

// listed are the ids in a page, and the cursor of the next.
func listed(r response) (ids []string, next string) {
	r.t.Helper()
	page := decoded[games.List](r.is(http.StatusOK))
	for _, g := range page.Games {
		ids = append(ids, g.ID)
	}
	if page.Next != nil {
		next = *page.Next
	}
	return ids, next
}

func TestListGames(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho := s.guest("Cho")
	first := cho.create(`{"labels":{"league":"spring"}}`)
	second := cho.create(`{"labels":{"league":"spring","round":"1"}}`)
	cho.create(`{"visibility":"unlisted"}`)
	last := cho.post("/v1/games", `{"visibility":"private"}`).is(http.StatusCreated)
	after := "after_position=" + last.header.Get("Position")

	for query, want := range map[string][]string{
		"":                                       {second.ID, first.ID},
		"&status=waiting":                        {second.ID, first.ID},
		"&status=ended":                          nil,
		"&label=league:spring":                   {second.ID, first.ID},
		"&label=league:spring&label=round:1":     {second.ID},
		"&player=" + url.QueryEscape(cho.id):     {second.ID, first.ID},
		"&player=" + url.QueryEscape("somebody"): nil,
	} {
		if got, _ := listed(s.get("/v1/games?"+after+query, "")); !slices.Equal(got, want) {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	if got, _ := listed(cho.get("/v1/games?" + after + "&player=" + cho.id)); len(got) != 4 {
		t.Errorf("a player's own games are %v, want all four", got)
	}
	page, next := listed(s.get("/v1/games?limit=1&"+after, ""))
	remaining, end := listed(s.get("/v1/games?limit=1&cursor="+url.QueryEscape(next), ""))
	if !slices.Equal(append(page, remaining...), []string{second.ID, first.ID}) || end != "" {
		t.Errorf("two pages of one list %v and %v, then %q", page, remaining, end)
	}
	for _, query := range []string{"status=over", "label=league", "limit=0", "limit=201", "cursor=%3F", "after_position=x"} {
		s.get("/v1/games?"+query, "").is(http.StatusBadRequest).problem(rest.CodeBadRequest)
	}
}
