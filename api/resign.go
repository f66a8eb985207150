package api

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// resign gives the game up for the caller's side.
func (s *Server) resign(c echo.Context) error {
	return s.run(c, c.Param("id"), commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.Resign{Player: player, Ply: b.Ply}, nil
	}))
}
