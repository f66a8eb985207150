package api

import (
	"context"
	"errors"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

// playerView is a player at a board.
type playerView struct {
	ID       string          `json:"id"` // "" for a player of whom a record tells the name alone
	Name     string          `json:"name"`
	Kind     game.PlayerKind `json:"kind"`
	Strength int             `json:"strength,omitempty"` // of a computer
} // @name Player

// seatViews gives a game's players their present names; nil for an empty seat.
func (s *Server) seatViews(ctx context.Context, seats game.Seats) (game.BySide[*playerView], error) {
	views := seatsAlone(seats)
	for _, p := range []*playerView{views.Cho, views.Han} {
		if p == nil || p.Kind == game.Recorded {
			continue
		}
		name, err := s.model.PlayerName(ctx, p.ID)
		if err != nil && !errors.Is(err, journal.ErrNotFound) {
			return views, err
		}
		p.Name = name
	}
	return views, nil
}

// seatsAlone is a game's players as the game itself knows them: with names only of
// those whom a record names.
func seatsAlone(seats game.Seats) game.BySide[*playerView] {
	held := new([2]playerView) // what both point to, in one allocation
	view := func(side janggi.Side) *playerView {
		p := seats[side]
		if p.Empty() {
			return nil
		}
		held[side] = playerView{ID: p.ID, Name: p.Name, Kind: p.Kind, Strength: p.Strength()}
		return &held[side]
	}
	return game.BySide[*playerView]{Cho: view(janggi.Cho), Han: view(janggi.Han)}
}
