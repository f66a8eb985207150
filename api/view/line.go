package view

import (
	"fmt"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// MaxLineMoves is how many moves a line in a request may have.
const MaxLineMoves = 1000

// LineBody is how a request names a position: moves from a start, under a
// ruleset. All of it is optional.
type LineBody struct {
	FEN     *string
	Setups  *game.BySide[*string]
	Ruleset *RulesetBody
	Moves   []string
}

// Play judges each move. Errors are problems of the request.
func (l LineBody) Play() (janggi.Game, error) {
	if len(l.Moves) > MaxLineMoves {
		return janggi.Game{}, rest.BadField("moves", fmt.Sprintf("may be at most %d", MaxLineMoves))
	}
	start, err := l.start()
	if err != nil {
		return janggi.Game{}, err
	}
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	if l.Ruleset != nil {
		ruleset = game.Ruleset(*l.Ruleset)
	}
	if err := ruleset.Validate(); err != nil {
		return janggi.Game{}, err
	}
	return playLine(janggi.NewGame(ruleset.Rules, start), l.Moves)
}

func (l LineBody) start() (janggi.Position, error) {
	if l.FEN != nil && l.Setups != nil {
		return janggi.Position{}, rest.BadField("fen", "goes without setups")
	}
	if l.FEN != nil {
		start, err := janggi.ParseFEN(*l.FEN)
		return start, InField("fen", err)
	}
	setups := [2]janggi.Setup{janggi.HEEH, janggi.HEEH}
	if l.Setups != nil {
		for side, text := range [2]*string{l.Setups.Cho, l.Setups.Han} {
			if text == nil {
				return janggi.Position{}, rest.BadField("setups."+janggi.Side(side).String(), "is missing")
			}
			setup, err := janggi.ParseSetup(*text)
			if err != nil {
				return janggi.Position{}, rest.NewProblem(rest.CodeInvalidSetup, fmt.Sprintf("%q is none of HEHE, EHEH, HEEH, EHHE, nor one of them in Korean, such as 마상상마", *text)).WithField("setups." + janggi.Side(side).String())
			}
			setups[side] = setup
		}
	}
	return janggi.StartPosition(setups[janggi.Cho], setups[janggi.Han]), nil
}

// playLine plays moves in turn. Each must be legal.
func playLine(board janggi.Game, moves []string) (janggi.Game, error) {
	for _, text := range moves {
		if outcome, over := board.Outcome(); over {
			p := rest.NewProblem(rest.CodeMovesAfterEnd, fmt.Sprintf("the game ended after %d turns", board.Ply()))
			p.Ply = new(board.Ply())
			p.Outcome = NewOutcome(&outcome)
			return board, p
		}
		m, err := board.Parse(text)
		if err == nil {
			err = board.Validate(m)
		}
		if err != nil {
			p := ProblemOf(err)
			p.Ply = new(board.Ply())
			return board, p
		}
		board = board.After(m)
	}
	return board, nil
}
