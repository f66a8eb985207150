package record

import (
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// about holds the facts in a game's tags, independent of the format's names.
type about struct {
	Event, Round, Date, Place, Time string
	Players                         [2]string
	Other                           []Tag // tags of other names
}

// tagNames are the names under which formats have the same thing: the Korean
// record's first, then PGN's.
var tagNames = struct{ event, round, date, place, time []string }{
	event: []string{"대회명", "Event"},
	round: []string{"회전", "Round"},
	date:  []string{"대국일자", "Date"},
	place: []string{"대국장소", "Site"},
	time:  []string{"제한시간", "TimeControl"},
}

// structural are the tags that a writer makes out of the game itself.
var structural = map[string]bool{
	"초차림": true, "한차림": true, "초포진": true, "한포진": true, "판": true, "총수": true, "대국결과": true,
	"초상차림": true, "한상차림": true, "초진형": true, "한진형": true, "초마상": true, "한마상": true,
	"Result": true, "Variant": true, "SetUp": true, "FEN": true, "Termination": true, "PlyCount": true, "GameId": true,
}

// aboutGame sorts the tags of a game; the first of a name counts.
func aboutGame(tags []Tag) (a about) {
	fields := []struct {
		names []string
		value *string
	}{
		{tagNames.event, &a.Event}, {tagNames.round, &a.Round}, {tagNames.date, &a.Date}, {tagNames.place, &a.Place}, {tagNames.time, &a.Time},
		{game.NameTags(janggi.Cho), &a.Players[janggi.Cho]}, {game.NameTags(janggi.Han), &a.Players[janggi.Han]},
	}
next:
	for _, tag := range tags {
		for _, f := range fields {
			for _, name := range f.names {
				if tag.Name != name {
					continue
				}
				if *f.value == "" {
					*f.value = known(tag.Value)
				}
				continue next
			}
		}
		if !structural[tag.Name] && !isRulesetTag(tag) && tag.Name != "" && !strings.ContainsAny(tag.Name, "[]\"\r\n\t ") {
			a.Other = append(a.Other, tag)
		}
	}
	return a
}

// known is a value, or "" for one of the ways to write that it is not known.
func known(value string) string {
	value = strings.TrimSpace(value)
	if value == unknownValue || value == "-" || strings.Trim(value, "?.") == "" {
		return ""
	}
	return value
}
