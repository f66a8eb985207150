package view

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Player is a player at a board.
type Player struct {
	ID       string          `json:"id"` // "" for a player of whom a record tells the name alone
	Name     string          `json:"name"`
	Kind     game.PlayerKind `json:"kind"`
	Strength int             `json:"strength,omitempty"` // of a computer
} // @name Player

// SeatsAlone are a game's players without a look at the read model: only players
// of records have names.
func SeatsAlone(seats game.Seats) game.BySide[*Player] {
	held := new([2]Player) // what both point to, in one allocation
	view := func(side janggi.Side) *Player {
		p := seats[side]
		if p.Empty() {
			return nil
		}
		held[side] = Player{ID: p.ID, Name: p.Name, Kind: p.Kind, Strength: p.Strength()}
		return &held[side]
	}
	return game.BySide[*Player]{Cho: view(janggi.Cho), Han: view(janggi.Han)}
}
