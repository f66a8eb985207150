package api

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

type setupBody struct {
	Setup *string `json:"setup"`
	Side  *string `json:"side"`
}

// chooseSetup picks the setup of the caller's side.
func (s *Server) chooseSetup(c echo.Context) error {
	return s.run(c, c.Param("id"), commandWith(func(b setupBody, player string) (game.Command, error) {
		choose := game.ChooseSetup{Player: player}
		if b.Setup == nil {
			return nil, badField("setup", "is missing")
		}
		if b.Side != nil {
			side, err := janggi.ParseSide(*b.Side)
			if err != nil {
				return nil, badField("side", "must be cho or han")
			}
			choose.Side = &side
		}
		setup, err := janggi.ParseSetup(*b.Setup)
		if err != nil {
			return nil, problem(CodeInvalidSetup, fmt.Sprintf("%q is none of HEHE, EHEH, HEEH, EHHE", *b.Setup))
		}
		choose.Setup = setup
		return choose, nil
	}))
}
