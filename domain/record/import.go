package record

import (
	"cmp"
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

// Import converts the record to a game. Its moves are judged by its own rules
// or else by the preset record. An illegal move ends the game before it, and
// the source's cut explains why. Other contradictions, such as a result that
// does not match the board, become warnings. The caller fills in players,
// labels, visibility and importer. The error is [ErrNoStart] or an
// [*UnreadableError].
func (g *Game) Import() (game.Import, error) {
	if g.Unreadable != "" {
		return game.Import{}, &UnreadableError{g.Unreadable}
	}
	ruleset, board, err := g.judged()
	cut, isCut := errors.AsType[*IllegalPlyError](err)
	if err != nil && !isCut {
		return game.Import{}, err
	}
	if err := g.checkJanggi(&board, isCut); err != nil {
		return game.Import{}, err
	}
	g.tidy()
	c := game.Import{
		Seats:  game.Seats{{Kind: game.Recorded}, {Kind: game.Recorded}},
		Setups: g.Setups, Ruleset: ruleset,
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
	g.compare(&board, cut)
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

// judged plays the game under the record's rules, or under the preset record if
// it has none or its moves break them.
func (g *Game) judged() (game.Ruleset, janggi.Game, error) {
	if g.Ruleset != nil && g.Ruleset.Rules != recordRuleset.Rules && g.Start != nil {
		board, err := g.Play(g.Ruleset.Rules)
		if err == nil && !startsOver(&board) {
			return *g.Ruleset, board, nil
		}
		g.warn(g.Line, fmt.Sprintf("the record does not go by the rules that it tells, %s, and was judged by the preset record: %v", rulesetText(*g.Ruleset), cmp.Or(err, error(game.ErrMatedStart))))
	}
	board, err := g.Play(recordRuleset.Rules)
	if _, cut := errors.AsType[*IllegalPlyError](err); (err == nil || cut) && startsOver(&board) {
		err = &UnreadableError{"in the start position " + game.ErrMatedStart.Error()}
	}
	return recordRuleset, board, err
}

// startsOver reports whether a game is over before its first turn.
func startsOver(board *janggi.Game) bool {
	start := janggi.NewGame(board.Rules(), board.Start())
	_, over := start.Outcome()
	return over
}

// compare warns of declarations that contradict the board.
func (g *Game) compare(board *janggi.Game, cut *IllegalPlyError) {
	for i := range min(len(g.Moves), board.Ply()) {
		if text := g.Moves[i].Text; saysCheck(text) && !board.TurnAt(i+1).Check {
			g.warn(g.Moves[i].Line, fmt.Sprintf("move %d, %s, gives no check", i+1, text))
		}
	}
	o, over := board.Outcome()
	switch {
	case over && cut != nil:
		g.warn(cut.Move.Line, fmt.Sprintf("the board ends the game by %v after move %d; %d moves after that were left out", o.Reason, board.Ply(), len(g.Moves)-board.Ply()))
	case cut != nil:
		return
	}
	switch {
	case over && g.Result.Known && g.Result.Result != o.Result:
		g.warn(g.Line, fmt.Sprintf("the result is %q, but the board ends the game by %v: %v", g.Result.Declared, o.Reason, o.Result))
	case !over && g.Result.Known && g.Result.Reason == janggi.EndCheckmate:
		g.warn(g.Line, fmt.Sprintf("the result is %q, but the board shows no mate", g.Result.Declared))
	}
	if points := board.Points(); g.Result.Margin != 0 {
		margin := points[janggi.Cho] - points[janggi.Han]
		if margin != g.Result.Margin && -margin != g.Result.Margin {
			g.warn(g.Line, fmt.Sprintf("the result is %q, but the points are %v and %v", g.Result.Declared, points[janggi.Cho], points[janggi.Han]))
		}
	}
}

// importedTurns returns the turns with their clocks. The record's time control
// counts only if every turn has a clock.
func (g *Game) importedTurns(board *janggi.Game) (game.TimeControl, []game.ImportedTurn) {
	moves := board.Moves()
	turns := make([]game.ImportedTurn, len(moves))
	tc := g.importedTime(len(moves))
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

// Limits of tags and comments in a game's first event. No real record needs
// more.
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
