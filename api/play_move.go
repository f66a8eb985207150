package api

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

type moveBody struct {
	Move *string `json:"move"`
	Ply  *int    `json:"ply"`
}

// playMove makes the caller's turn.
func (s *Server) playMove(c echo.Context) error {
	return s.run(c, c.Param("id"), commandWith(func(b moveBody, player string) (game.Command, error) {
		if b.Move == nil {
			return nil, badField("move", "is missing")
		}
		return game.PlayMove{Player: player, Text: *b.Move, Ply: b.Ply}, nil
	}))
}
