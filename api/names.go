package api

import (
	"context"
	"errors"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// playerView is a player at a board.
type playerView struct {
	ID   string          `json:"id"` // "" for a player of whom a record tells the name alone
	Name string          `json:"name"`
	Kind game.PlayerKind `json:"kind"`
} // @name Player

// seatViews gives a game's players their present names; nil for an empty seat.
func (s *Server) seatViews(ctx context.Context, seats game.Seats) (views game.BySide[*playerView], err error) {
	if views.Cho, err = s.playerView(ctx, seats[0]); err == nil {
		views.Han, err = s.playerView(ctx, seats[1])
	}
	return views, err
}

func (s *Server) playerView(ctx context.Context, p game.Player) (*playerView, error) {
	if p.Empty() {
		return nil, nil
	}
	if p.Kind == game.Recorded {
		return &playerView{Name: p.Name, Kind: p.Kind}, nil
	}
	name, err := s.model.PlayerName(ctx, p.ID)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return nil, err
	}
	return &playerView{ID: p.ID, Name: name, Kind: p.Kind}, nil
}
