package api

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// abort ends a game that has hardly begun, without a result.
func (s *Server) abort(c echo.Context) error {
	return s.run(c, c.Param("id"), commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.Abort{Player: player, Ply: b.Ply}, nil
	}))
}
