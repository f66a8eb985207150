package record

import (
	"encoding/json"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// document is a game in this server's JSON format. It uses the field names of
// the API, so a game from the API can be read too; other fields are ignored.
type document struct {
	ID          string                      `json:"id,omitempty"`
	ExternalID  string                      `json:"external_id,omitempty"`
	Players     *game.BySide[*named]        `json:"players,omitempty"`
	Tags        []game.SourceTag            `json:"tags,omitempty"`
	Setups      *game.BySide[*janggi.Setup] `json:"setups,omitempty"`
	StartFEN    *string                     `json:"start_fen,omitempty"`
	Ruleset     json.RawMessage             `json:"ruleset,omitempty"`
	TimeControl *game.TimeControl           `json:"time_control,omitempty"`
	Moves       []string                    `json:"moves"`
	TurnClocks  []turnClock                 `json:"turn_clocks,omitempty"`
	Comments    []game.SourceComment        `json:"comments,omitempty"`
	Outcome     *ending                     `json:"outcome"`
	Winner      *janggi.Side                `json:"winner,omitempty"` // read only, and compared with the outcome
}

type named struct {
	Name string `json:"name"`
}

// turnClock is the time of a turn, in milliseconds.
type turnClock struct {
	SpentMS     *int64 `json:"spent_ms,omitempty"`
	RemainingMS *int64 `json:"remaining_ms,omitempty"`
	PeriodsLeft int    `json:"periods_left,omitempty"`
}

type ending struct {
	Reason janggi.EndReason `json:"reason"`
	Result janggi.Result    `json:"result"`
	Winner *janggi.Side     `json:"winner,omitempty"` // as the API has it; read only
}

func readDocument(raw json.RawMessage, charset Charset) *Game {
	g := &Game{Format: JSON}
	raw = g.decodeJSON(raw, charset)
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		g.Unreadable = jsonTrouble(err).Error()
		g.warn(0, g.Unreadable)
		return g
	}
	warnOfUnknown(g, raw)
	g.ExternalID, g.TimeControl = d.ExternalID, d.TimeControl
	for _, tag := range d.Tags {
		g.addTag(Tag{Name: tag.Name, Value: tag.Value})
	}
	d.readPlayers(g)
	d.readStart(g)
	d.checkClocks(g)
	for i, text := range d.Moves {
		move := Move{Text: text}
		if i < len(d.TurnClocks) {
			c := d.TurnClocks[i]
			move.Clock = Clock{Spent: c.SpentMS, Remaining: c.RemainingMS, PeriodsLeft: c.PeriodsLeft}
		}
		g.addMove(move)
	}
	for _, c := range d.Comments {
		if c.Ply < 0 || c.Ply > len(g.Moves) {
			g.warn(0, fmt.Sprintf("there is no ply %d for the comment %q, which was moved to ply %d", c.Ply, clipped(c.Text, maxWord), min(max(0, c.Ply), len(g.Moves))))
		}
		g.Comments = append(g.Comments, Comment{Ply: c.Ply, Text: c.Text})
	}
	d.readOutcome(g)
	d.readRuleset(g)
	return g
}

// readPlayers makes tags of names that no tag has.
func (d *document) readPlayers(g *Game) {
	if d.Players == nil {
		return
	}
	for side, player := range [2]*named{d.Players.Cho, d.Players.Han} {
		names := game.NameTags(janggi.Side(side))
		if player != nil && player.Name != "" && g.findTag(names...) == nil {
			g.Tags = append(g.Tags, Tag{Name: names[len(names)-1], Value: player.Name})
		}
	}
}

func (d *document) readStart(g *Game) {
	switch {
	case d.StartFEN != nil:
		start, err := parseFEN(*d.StartFEN)
		if err != nil {
			g.warn(0, fmt.Sprintf("start_fen is no start position: %v", err))
			return
		}
		g.startFrom(start)
		if d.Setups != nil && d.Setups.Cho != nil && d.Setups.Han != nil && (g.Setups == nil || *g.Setups != [2]janggi.Setup{*d.Setups.Cho, *d.Setups.Han}) {
			g.warn(0, "setups and start_fen tell different start positions; start_fen counts")
		}
	case d.Setups != nil && d.Setups.Cho != nil && d.Setups.Han != nil:
		g.startFrom(janggi.StartPosition(*d.Setups.Cho, *d.Setups.Han))
	default:
		g.warn(0, "neither setups nor start_fen tell the start position")
	}
}
