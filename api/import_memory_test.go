package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/games"
)

// A record may have hundreds of kilobytes of tags and comments: lists tell
// neither, a game its tags, and its record both.
func TestListsHaveNoTags(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	const tags, tagLetters = 60, 900
	var file strings.Builder
	for i := range tags {
		fmt.Fprintf(&file, "[비고%d %q]\n", i, strings.Repeat("x", tagLetters))
	}
	file.WriteString(gibHead + "1. 79졸78 {좋은 수}")
	lines, end := s.guest("Ann").imports("", file.String())
	path := "/v1/games/" + *lines[0].ID

	list := s.get("/v1/games?after_position="+end.Position, "").is(http.StatusOK)
	page := decoded[games.List](list)
	if len(page.Games) != 1 || page.Games[0].Source == nil || page.Games[0].Source.Format != "gib" {
		t.Fatalf("the list is %s", string(list.body))
	}
	if name := page.Games[0].Players.Cho.Name; name != "김초" {
		t.Errorf("Cho is %q in the list", name)
	}
	if n := len(string(list.body)); n > 4096 {
		t.Errorf("a list of one game has %d bytes", n)
	}
	g := s.get(path, "").game()
	if got := g.Source.Tag("비고59"); len(got) != tagLetters || g.Source.Comments != nil {
		t.Errorf("the game's tag has %d letters, and %d comments are with it", len(got), len(g.Source.Comments))
	}
	record := string(s.get(path+"/record", "").is(http.StatusOK).body)
	if !strings.Contains(record, "좋은 수") || strings.Count(record, "비고") != tags {
		t.Errorf("the record is %s", record)
	}
}
