package record

import (
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

var (
	// ErrNoStart: the record has no start position.
	ErrNoStart = errors.New("the record tells no start position")

	// ErrMovesAfterEnd: the record continues after the rules ended the game.
	ErrMovesAfterEnd = errors.New("the game is over before this move")
)

// IllegalPlyError says at which move a record leaves the rules, and why. Ply is
// the number of the turn from 1, whatever number the record gives it.
type IllegalPlyError struct {
	Ply  int
	Move Move
	Err  error // a *janggi.IllegalMoveError, janggi.ErrPassInCheck or ErrMovesAfterEnd
}

func (e *IllegalPlyError) Error() string {
	if e.Move.Line == 0 {
		return fmt.Sprintf("move %d, %s: %v", e.Ply, e.Move.Text, e.Err)
	}
	return fmt.Sprintf("line %d, move %d, %s: %v", e.Move.Line, e.Ply, e.Move.Text, e.Err)
}

func (e *IllegalPlyError) Unwrap() error { return e.Err }

// Replay plays the moves under rules; the preset record fits games whose result
// is given. It returns the game as far as the moves are legal, and an
// [*IllegalPlyError] for the one that is not, or [ErrNoStart]. Nothing is
// judged.
func (g *Game) Replay(rules janggi.Rules) (janggi.Game, error) { return g.play(rules, false) }

// Play is Replay that also stops where the rules end the game.
func (g *Game) Play(rules janggi.Rules) (janggi.Game, error) { return g.play(rules, true) }

// byChance is more moves than any other coordinates than a record's own lead
// to.
const byChance = 10

// play plays the moves in the coordinates in which they go furthest. Others
// than the likeliest must lead to the end, or much further: by chance any do
// for some moves.
func (g *Game) play(rules janggi.Rules, judged bool) (janggi.Game, error) {
	if g.Start == nil {
		return janggi.Game{}, ErrNoStart
	}
	if g.coordinates != nil {
		return g.playIn(*g.coordinates, rules, judged)
	}
	candidates := g.candidates()
	likeliest, err := g.playIn(candidates[0], rules, judged)
	chosen, played := candidates[0], likeliest
	if illegal, ok := errors.AsType[*IllegalPlyError](err); ok && !errors.Is(err, ErrMovesAfterEnd) {
		for _, c := range candidates[1:] {
			if other, otherErr := g.playIn(c, rules, judged); len(g.Moves) > 1 && (otherErr == nil || errors.Is(otherErr, ErrMovesAfterEnd) || other.Ply() >= likeliest.Ply()+byChance) {
				g.warn(illegal.Move.Line, fmt.Sprintf("move %d, %s, shows that the record is in %v", illegal.Ply, illegal.Move.Text, c))
				chosen, played, err = c, other, otherErr
				break
			}
		}
	}
	g.coordinates = &chosen
	return played, err
}

func (g *Game) playIn(c coordinates, rules janggi.Rules, judged bool) (janggi.Game, error) {
	played := janggi.NewGame(rules, *g.Start)
	for i, move := range g.Moves {
		if judged {
			if _, over := played.Outcome(); over {
				return played, &IllegalPlyError{i + 1, move, ErrMovesAfterEnd}
			}
		}
		m, err := readMove(&played, move.Text, c)
		if err == nil {
			err = played.Validate(m)
		}
		if err != nil {
			return played, &IllegalPlyError{i + 1, move, err}
		}
		played = played.After(m)
	}
	return played, nil
}
