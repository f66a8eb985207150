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

// ready tells whether the read models have reached what the store held when
// this node started, and the store can be written to.
//
//	@ID getReadiness
//	@Summary Has the node caught up?
//	@Description Ready once the read models have reached what the store held when this node started. Not ready while
//	@Description they are built anew because their file was damaged, and while the embedded store's file is gone or
//	@Description replaced.
//	@Tags operations
//	@Success 200 {object} healthView "It has"
//	@x-traits ["store","unpaced"]
//	@Router /readyz [get]
func (s *Server) ready(c echo.Context) error {
	if s.model.Rebuilding() {
		return rest.NewProblem(rest.CodeUnavailable, "the read models were damaged and are being built anew")
	}
	if !s.model.Ready() {
		return rest.NewProblem(rest.CodeUnavailable, "the read models are still catching up")
	}
	if err := s.journal.Healthy(c.Request().Context()); err != nil {
		return rest.NewProblem(rest.CodeUnavailable, "the event store cannot be written to").CausedBy(err)
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, healthView{"ready"})
}
