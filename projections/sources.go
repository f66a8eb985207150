package projections

import (
	"net/url"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

var sourceColumns = []column{
	{"source", "TEXT NOT NULL", byCreation, func(s *Summary) cell { return document[*game.Source]{&s.Source} }},
	{"superseded_by", "TEXT", byOthers, func(s *Summary) cell { return text[string]{&s.Superseded} }},
}

// sourceOf is a game's source without its comments, which no list shows.
func sourceOf(s *game.Source) *game.Source {
	if s == nil {
		return nil
	}
	short := *s
	short.Comments = nil
	return &short
}

// nameRecorded gives players of whom only a name is known that name.
func (s *Summary) nameRecorded() {
	for side := range s.Seats {
		if p := &s.Seats[side]; p.Kind == game.Recorded {
			p.Name = s.Source.Name(janggi.Side(side))
		}
	}
}

// tagList is of public games by a tag of their record, whatever their status:
// imported games are over.
func tagList(t game.SourceTag) string { return "tag||" + url.QueryEscape(t.Name) + "=" + t.Value }

const (
	listedTags     = 20  // of one game
	listedTagBytes = 300 // of a value
)

// unlistedTags hold what nobody looks games up by.
var unlistedTags = map[string]bool{"판": true, "총수": true, "FEN": true, "SetUp": true, "Variant": true, "PlyCount": true, "GameId": true}

// listable tells whether games are listed by a tag.
func listable(t game.SourceTag) bool {
	return t.Value != "" && len(t.Value) <= listedTagBytes && !unlistedTags[t.Name]
}

// tagListsOf names the lists by tags in which a game stands.
func tagListsOf(s *game.Source) (lists []string) {
	if s == nil {
		return nil
	}
	for _, tag := range s.Tags[:min(len(s.Tags), listedTags)] {
		if listable(tag) {
			lists = append(lists, tagList(tag))
		}
	}
	return lists
}

func hasTag(t game.SourceTag) condition {
	return condition{
		"EXISTS (SELECT 1 FROM json_each(source, '$.tags') WHERE value ->> 'name' = ? AND value ->> 'value' = ?)",
		[]any{t.Name, t.Value},
	}
}
