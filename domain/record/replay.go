package record

import (
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// ErrNoStart means that a record does not tell the position the game started from.
var ErrNoStart = errors.New("the record tells no start position")

// IllegalPlyError says at which move a record leaves the rules, and why. Ply is the number of the turn from 1,
// whatever number the record gives it.
type IllegalPlyError struct {
	Ply  int
	Move Move
	Err  error // a *janggi.IllegalMoveError or janggi.ErrPassInCheck
}

func (e *IllegalPlyError) Error() string {
	return fmt.Sprintf("line %d, move %d, %s: %v", e.Move.Line, e.Ply, e.Move.Text, e.Err)
}

func (e *IllegalPlyError) Unwrap() error { return e.Err }

// Replay plays the moves under rules; the preset record fits games whose result is given. It returns the game as far
// as the moves are legal, and an [*IllegalPlyError] for the one that is not, or [ErrNoStart]. Nothing is judged.
func (g *Game) Replay(rules janggi.Rules) (janggi.Game, error) {
	if g.Start == nil {
		return janggi.Game{}, ErrNoStart
	}
	played := janggi.NewGame(rules, *g.Start)
	for i, move := range g.Moves {
		m, err := played.Read(move.Text)
		if err == nil {
			err = played.Check(m)
		}
		if err != nil {
			return played, &IllegalPlyError{i + 1, move, err}
		}
		played = played.After(m)
	}
	return played, nil
}
