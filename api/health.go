package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

type healthView struct {
	Status string `json:"status"`
}

// health tells that the process is up.
func (s *Server) health(c echo.Context) error {
	return writeJSON(c, http.StatusOK, mimeJSON, healthView{"ok"})
}

// ready tells whether the read models have reached what the store held when
// this node started.
func (s *Server) ready(c echo.Context) error {
	if !s.model.Ready() {
		return problem(CodeUnavailable, "the read models are still catching up")
	}
	return writeJSON(c, http.StatusOK, mimeJSON, healthView{"ready"})
}
