package match

import (
	"time"

	"github.com/janggid/janggid/domain/janggi"
)

// Player chooses turns in one game at a time.
type Player interface {
	// NewGame forgets the game before. Players whose turns are left to chance
	// draw them by the seed.
	NewGame(seed uint64) error
	// Move chooses a turn of a game that has not ended.
	Move(g janggi.Game) (Choice, error)
	Close() error
}

// Choice is a turn and what the player thought of it.
type Choice struct {
	Move  janggi.Move
	Score int  // for the side to move, in the player's own hundredths
	Known bool // whether the player gave a score
	Nodes int64
	Spent time.Duration
}

// Budget is what a player may use for a turn: one of the two.
type Budget struct {
	Time  time.Duration
	Nodes int64
}
