package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// document is a game as this server writes it down in JSON. Its names are those of a game in the API, so that a game
// from there is read too; what it does not have here is left aside.
type document struct {
	ID          string                      `json:"id,omitempty"`
	ExternalID  string                      `json:"external_id,omitempty"`
	Players     *game.BySide[*named]        `json:"players,omitempty"`
	Tags        []game.SourceTag            `json:"tags,omitempty"`
	Setups      *game.BySide[*janggi.Setup] `json:"setups,omitempty"`
	StartFEN    *string                     `json:"start_fen,omitempty"`
	TimeControl *game.TimeControl           `json:"time_control,omitempty"`
	Moves       []string                    `json:"moves"`
	TurnClocks  []turnClock                 `json:"turn_clocks,omitempty"`
	Comments    []game.SourceComment        `json:"comments,omitempty"`
	Outcome     *ending                     `json:"outcome"`
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
}

// ReadJSON reads games in this server's own form: objects one after the other or a line each, in a list, or in the
// list "games" of an object. The error, after which there are no more games, is one of reading or of text that is no
// JSON.
func ReadJSON(r io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		buffered := bufio.NewReader(r)
		inList, err := beginsList(buffered)
		decoder := json.NewDecoder(buffered)
		if err == nil && inList {
			_, err = decoder.Token()
		}
		for err == nil && (!inList || decoder.More()) {
			var raw json.RawMessage
			if err = decoder.Decode(&raw); err != nil {
				if inList && errors.Is(err, io.EOF) {
					err = errNoEndOfList
				}
				break
			}
			for _, g := range readDocuments(raw) {
				if !yield(g, nil) {
					return
				}
			}
		}
		if err == nil && inList {
			err = endOfList(decoder)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			yield(nil, fmt.Errorf("at byte %d: %w", decoder.InputOffset(), jsonTrouble(err)))
		}
	}
}

// beginsList tells whether a list comes next, whose values need not be in memory all at once. It skips space and a
// byte order mark.
func beginsList(r *bufio.Reader) (bool, error) {
	for {
		letter, _, err := r.ReadRune()
		switch {
		case err != nil:
			return false, err
		case letter == '\uFEFF' || letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n':
			continue
		}
		return letter == '[', r.UnreadRune()
	}
}

// readDocuments reads a value: a game, or an object with the list "games".
func readDocuments(raw json.RawMessage) []*Game {
	var list struct {
		Games []json.RawMessage `json:"games"`
	}
	if json.Unmarshal(raw, &list) != nil || list.Games == nil {
		return []*Game{readDocument(raw)}
	}
	games := make([]*Game, len(list.Games))
	for i, one := range list.Games {
		games[i] = readDocument(one)
	}
	return games
}

func readDocument(raw json.RawMessage) *Game {
	g := &Game{Format: JSON}
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		g.Unreadable = jsonTrouble(err).Error()
		g.warn(0, g.Unreadable)
		return g
	}
	warnOfUnknown(g, raw)
	g.ExternalID, g.TimeControl = d.ExternalID, d.TimeControl
	for _, tag := range d.Tags {
		g.Tags = append(g.Tags, Tag{Name: tag.Name, Value: tag.Value})
	}
	d.readPlayers(g)
	d.readStart(g)
	d.checkClocks(g)
	for i, text := range d.Moves {
		if len(g.Moves) == maxMoves {
			g.warn(0, fmt.Sprintf("moves after %d were left out", maxMoves))
			break
		}
		move := Move{Text: text}
		if i < len(d.TurnClocks) {
			c := d.TurnClocks[i]
			move.Clock = Clock{Spent: c.SpentMS, Remaining: c.RemainingMS, PeriodsLeft: c.PeriodsLeft}
		}
		g.Moves = append(g.Moves, move)
	}
	for _, c := range d.Comments {
		g.Comments = append(g.Comments, Comment{Ply: c.Ply, Text: c.Text})
	}
	if d.Outcome != nil {
		g.Result = Result{
			Declared: d.Outcome.Result.String() + " by " + d.Outcome.Reason.String(),
			Known:    d.Outcome.Reason != janggi.EndAborted, Reason: d.Outcome.Reason, Result: d.Outcome.Result,
		}
	}
	if !g.Result.Known {
		g.warn(0, "nothing tells the result")
	}
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
		start, err := janggi.ParseFEN(*d.StartFEN)
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
