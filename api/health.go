package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
)

type healthView struct {
	Status string `json:"status"`
} // @name Health

// health tells that the process is up.
//
//	@ID getHealth
//	@Summary Is the process up?
//	@Description Answers while the process runs, whatever the state of the store. For a load balancer ask `/readyz`.
//	@Tags operations
//	@Success 200 {object} healthView "It is"
//	@x-traits ["unpaced"]
//	@Router /healthz [get]
func (s *Server) health(c echo.Context) error {
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, healthView{"ok"})
}

// ready tells whether the node is ready for requests, and how its lists do.
//
//	@ID getReadiness
//	@Summary Is the node ready?
//	@Description Ready once the node follows the store and its lists have reached what the store held at the start;
//	@Description from then on `lists` says whether they are `current`, `behind` (for `behind_ms`) or `rebuilding`, since
//	@Description turns need no lists. Before that, and while the embedded store's file is gone or replaced, the answer is
//	@Description 503 with the `state` `waiting_for_store` or `catching_up`.
//	@Tags operations
//	@Success 200 {object} readyView "It is"
//	@x-traits ["store","unpaced"]
//	@Router /readyz [get]
func (s *Server) ready(c echo.Context) error {
	if state := s.notReady(c.Request().Context()); state != "" {
		p := rest.NewProblem(rest.CodeUnavailable, "the node is not ready: "+state).Unlogged()
		p.State = state
		return p
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, s.viewReady())
}
