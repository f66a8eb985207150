package projections

import (
	"net/url"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// A game stands in every list that it can be asked for by: of all public games,
// of a label's, of a player's as others see them, and of a player's own, each
// once whatever its status and once with it. So a page of any of them is one
// step into an index and its neighbours, however many games there are.
//
// A list's name is its kind, the status or nothing, and what it is of.

func publicList(status game.Status) string { return "public|" + string(status) + "|" }

func labelList(status game.Status, key, value string) string {
	return "label|" + string(status) + "|" + url.QueryEscape(key) + "=" + value
}

// playerList is of a player's public games.
func playerList(status game.Status, player string) string {
	return "player|" + string(status) + "|" + player
}

// ownList is of all games of a player, for that player alone.
func ownList(status game.Status, player string) string {
	return "own|" + string(status) + "|" + player
}

// standing is what a game's lists follow from, apart from what never changes.
type standing struct {
	status   game.Status
	cho, han string // ids of the players

	superseded string // id of the game made of a corrected record
	labels     string // as the table has them
}

func standingOf(row *Summary) standing {
	return standing{row.Status, row.Seats[janggi.Cho].ID, row.Seats[janggi.Han].ID, row.Superseded, labelsText(row.Labels)}
}

// listsOf names the lists in which a game stands; the zero standing, of a game
// not yet there, has none, nor has one that a corrected record superseded.
func listsOf(g *Summary, at standing) []string {
	if at.status == "" || at.superseded != "" {
		return nil
	}
	players := make([]string, 0, 2)
	if at.cho != "" {
		players = append(players, at.cho)
	}
	if at.han != "" && at.han != at.cho {
		players = append(players, at.han)
	}
	public := g.Visibility == game.Public
	labels := labelsIn(at.labels)
	var lists []string
	for _, status := range []game.Status{"", at.status} {
		for _, player := range players {
			lists = append(lists, ownList(status, player))
			if public {
				lists = append(lists, playerList(status, player))
			}
		}
		if !public {
			continue
		}
		lists = append(lists, publicList(status))
		for key, value := range labels {
			lists = append(lists, labelList(status, key, value))
		}
	}
	if public {
		lists = append(lists, facetListsOf(g, at)...)
		lists = append(lists, tagListsOf(g.Tags)...)
	}
	return lists
}
