package projections

import (
	"net/url"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

var sourceColumns = []column{
	{"source", "TEXT NOT NULL", byCreation, func(s *Summary) cell { return document[*game.SourceFacts]{&s.Source} }},
	{"cho_name", "TEXT", byCreation, func(s *Summary) cell { return text[string]{&s.Seats[janggi.Cho].Name} }},
	{"han_name", "TEXT", byCreation, func(s *Summary) cell { return text[string]{&s.Seats[janggi.Han].Name} }},
	{"superseded_by", "TEXT", byOthers, func(s *Summary) cell { return text[string]{&s.Superseded} }},
}

// tagColumns hold the tags by which games are found. They stand last in a row,
// and no list reads them.
var tagColumns = []column{
	{"tags", "TEXT", byCreation, func(s *Summary) cell { return tags{&s.Tags} }},
}

const (
	foundTags     = 100 // of one game
	foundTagBytes = 300 // of a name and of a value
)

// findable are those of a game's tags by which it can be found. A record may have
// hundreds of kilobytes of them, and a page looks at a thousand games.
func findable(all []game.SourceTag) (found []game.SourceTag) {
	for _, t := range all {
		if len(found) < foundTags && len(t.Name) <= foundTagBytes && len(t.Value) <= foundTagBytes {
			found = append(found, t)
		}
	}
	return found
}

// tagList is of public games by a tag of their record, whatever their status:
// imported games are over.
func tagList(t game.SourceTag) string { return "tag||" + url.QueryEscape(t.Name) + "=" + t.Value }

// listedTags is how many tags of one game have lists.
const listedTags = 20

// unlistedTags hold what nobody looks games up by.
var unlistedTags = map[string]bool{"판": true, "총수": true, "FEN": true, "SetUp": true, "Variant": true, "PlyCount": true, "GameId": true}

// listable tells whether games are listed by a tag.
func listable(t game.SourceTag) bool {
	return t.Value != "" && !unlistedTags[t.Name]
}

// tagListsOf names the lists by tags in which a game stands.
func tagListsOf(tags []game.SourceTag) (lists []string) {
	for _, tag := range tags[:min(len(tags), listedTags)] {
		if listable(tag) {
			lists = append(lists, tagList(tag))
		}
	}
	return lists
}

func hasTag(t game.SourceTag) condition {
	return condition{
		"EXISTS (SELECT 1 FROM json_each(tags) WHERE value ->> 'name' = ? AND value ->> 'value' = ?)",
		[]any{t.Name, t.Value},
	}
}
