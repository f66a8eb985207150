package api

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// pass makes the caller's turn without a move.
func (s *Server) pass(c echo.Context) error {
	return s.run(c, c.Param("id"), commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.Pass{Player: player, Ply: b.Ply}, nil
	}))
}
