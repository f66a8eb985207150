package record

import (
	"errors"
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// UnreadableError says why no game can be made of a record.
type UnreadableError struct {
	Why string
}

func (e *UnreadableError) Error() string { return e.Why }

// Import makes a whole game of the record: its moves are judged by the preset record, and where one leaves the rules the
// game ends before it and the source's cut says why. What else does not fit, such as a result that the board does not
// bear out, is added to the warnings. Who plays, labels, visibility and the importer are the caller's to fill in. The
// error is [ErrNoStart] or an [*UnreadableError].
func (g *Game) Import() (game.Import, error) {
	if g.Unreadable != "" {
		return game.Import{}, &UnreadableError{g.Unreadable}
	}
	ruleset, _ := game.RulesetNamed(game.RecordPreset)
	if g.Start != nil {
		start := janggi.NewGame(ruleset.Rules, *g.Start)
		if _, over := start.Outcome(); over {
			return game.Import{}, &UnreadableError{"in the start position " + game.ErrMatedStart.Error()}
		}
	}
	board, err := g.Play(ruleset.Rules)
	cut, isCut := errors.AsType[*IllegalPlyError](err)
	if err != nil && !isCut {
		return game.Import{}, err
	}
	g.tidy()
	c := game.Import{
		Seats:  game.Seats{{Kind: game.Recorded}, {Kind: game.Recorded}},
		Setups: g.Setups,
		Source: game.Source{
			ExternalID: g.ExternalID, Format: string(g.Format), Line: g.Line, Turns: len(g.Moves),
			Tags: g.sourceTags(), Comments: g.sourceComments(),
		},
	}
	if isCut {
		c.Source.Cut = cut.source()
	}
	if c.Setups == nil {
		c.StartFEN = g.Start.FEN()
	}
	c.End, c.Result = g.Result.End()
	c.TimeControl, c.Turns = g.importedTurns(&board)
	g.compare(&board, isCut)
	c.Source.Digest = g.digest(&board, c)
	return c, nil
}

// source is a cut as a game's first event has it.
func (e *IllegalPlyError) source() *game.Cut {
	cut := &game.Cut{Code: "illegal_move", Ply: e.Ply, Move: clipped(e.Move.Text, 100)}
	illegal, ok := errors.AsType[*janggi.IllegalMoveError](e.Err)
	switch {
	case errors.Is(e.Err, ErrMovesAfterEnd):
		cut.Code = "moves_after_end"
	case errors.Is(e.Err, janggi.ErrPassInCheck):
		cut.Code = "pass_in_check"
	case ok:
		cut.Reason = illegal.Reason.String()
		if illegal.At != janggi.NoPoint {
			cut.At = illegal.At.String()
		}
	}
	return cut
}

// compare warns where the record says what the board does not bear out.
func (g *Game) compare(board *janggi.Game, cut bool) {
	if g.Format == Gib {
		for i := range min(len(g.Moves), board.Ply()) {
			said, is := strings.HasSuffix(g.Moves[i].Text, "장군"), board.TurnAt(i+1).Check
			if said && !is {
				g.warn(g.Moves[i].Line, fmt.Sprintf("move %d, %s, gives no check", i+1, g.Moves[i].Text))
			}
		}
	}
	if cut {
		return
	}
	o, over := board.Outcome()
	if over && g.Result.Known && g.Result.Result != o.Result {
		g.warn(g.Line, fmt.Sprintf("the result is %q, but the board ends the game by %v: %v", g.Result.Declared, o.Reason, o.Result))
	}
	if points := board.Points(); g.Result.Margin != 0 {
		margin := points[janggi.Cho] - points[janggi.Han]
		if margin != g.Result.Margin && -margin != g.Result.Margin {
			g.warn(g.Line, fmt.Sprintf("the result is %q, but the points are %v and %v", g.Result.Declared, points[janggi.Cho], points[janggi.Han]))
		}
	}
}

// importedTurns are the turns with their clocks. The record's time control counts only if it tells the clock after
// every turn: a clock that stands still would be a lie.
func (g *Game) importedTurns(board *janggi.Game) (game.TimeControl, []game.ImportedTurn) {
	moves := board.Moves()
	turns := make([]game.ImportedTurn, len(moves))
	tc := game.TimeControl{Type: game.Unlimited}
	if g.TimeControl != nil && g.TimeControl.Validate() == nil && g.tellsClocks(len(moves)) {
		tc = *g.TimeControl
	}
	clock := tc.Start()
	clocks := game.Clocks{clock, clock}
	for i, m := range moves {
		turns[i].Move = m
		told, side := g.Moves[i].Clock, board.TurnAt(i+1).Side
		if told.Spent != nil {
			turns[i].SpentMS = max(0, *told.Spent)
		}
		if tc.Type == game.Unlimited {
			continue
		}
		before := clocks[side]
		clocks[side] = game.SideClock{RemainingMS: max(0, *told.Remaining), PeriodsLeft: told.PeriodsLeft}
		if told.Spent == nil {
			turns[i].SpentMS = max(0, before.RemainingMS+tc.IncrementMS-clocks[side].RemainingMS)
		}
		turns[i].Clocks = new(clocks)
	}
	return tc, turns
}

// tellsClocks tells whether each of the first n moves has the clock after it, as far as the time control has one.
func (g *Game) tellsClocks(n int) bool {
	if g.TimeControl.Type == game.Unlimited {
		return false
	}
	for _, move := range g.Moves[:n] {
		if move.Clock.Remaining == nil || g.TimeControl.Type == game.Byoyomi && move.Clock.PeriodsLeft < 1 {
			return false
		}
	}
	return n > 0
}

// What a game's first event takes of a record. No record of a game needs more; what does is no tag or comment.
const (
	maxTags         = 100
	maxTagBytes     = 1000
	maxCommentBytes = 200_000 // together; the event has to fit into an append
)

func (g *Game) sourceTags() []game.SourceTag {
	tags := make([]game.SourceTag, 0, min(len(g.Tags), maxTags))
	for _, tag := range g.Tags {
		if len(tags) == maxTags {
			g.warn(tag.Line, fmt.Sprintf("tags after %d were left out", maxTags))
			break
		}
		if len(tag.Name)+len(tag.Value) > maxTagBytes {
			g.warn(tag.Line, fmt.Sprintf("the tag %s is too long and was cut", clipped(tag.Name, 40)))
		}
		tags = append(tags, game.SourceTag{Name: clipped(tag.Name, 100), Value: clipped(tag.Value, maxTagBytes-100)})
	}
	return tags
}

func (g *Game) sourceComments() (comments []game.SourceComment) {
	room := maxCommentBytes
	for _, c := range g.Comments {
		if room -= len(c.Text) + 30; room < 0 {
			g.warn(c.Line, fmt.Sprintf("comments beyond %d bytes were left out", maxCommentBytes))
			break
		}
		comments = append(comments, game.SourceComment{Ply: c.Ply, Text: strings.ToValidUTF8(c.Text, "\uFFFD")})
	}
	return comments
}

// clipped is the beginning of a text, in whole letters.
func clipped(text string, bytes int) string {
	if len(text) > bytes {
		text = text[:bytes]
		return strings.ToValidUTF8(text, "")
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
