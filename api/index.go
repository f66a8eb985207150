package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
)

// indexView says where everything else is.
type indexView struct {
	Name        string `json:"name"`
	API         string `json:"api"`
	Docs        string `json:"docs"`        // for people
	Description string `json:"description"` // OpenAPI
	Health      string `json:"health"`
} // @name Index

// describedBy is where the API is described, for people and programs (RFC 8631).
const describedBy = `</openapi.yaml>; rel="service-desc"; type="application/yaml", </docs>; rel="service-doc"; type="text/html"`

// index answers at the root of the server.
//
//	@ID getIndex
//	@Summary Where everything is
//	@Description Start here: paths of the API, of this description and of its page. No token is needed.
//	@Tags reference
//	@Produce json
//	@Success 200 {object} indexView "The index; `Link` has the same"
//	@x-traits ["linked"]
//	@Router / [get]
func (s *Server) index(c echo.Context) error {
	c.Response().Header().Set("Link", describedBy)
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, indexView{Name: "janggid", API: "/v1", Docs: "/docs", Description: "/openapi.yaml", Health: "/healthz"})
}

// apiIndex answers at the root of the API.
//
//	@ID getAPIIndex
//	@Summary Where everything is
//	@Description The same as `GET /`.
//	@Tags reference
//	@Produce json
//	@Success 200 {object} indexView "The index; `Link` has the same"
//	@x-traits ["linked"]
//	@Router /v1 [get]
func (s *Server) apiIndex(c echo.Context) error { return s.index(c) }

// docsFolder leads from a path that people type to the page that they mean.
func docsFolder(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().URL.Path == "/docs/" {
			return c.Redirect(http.StatusPermanentRedirect, "/docs")
		}
		return next(c)
	}
}

// icon is a piece without a letter: an octagon.
var icon = rest.NewStaticFile(rest.MimeSVG, []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">`+
	`<path d="M10 2h12l8 8v12l-8 8H10l-8-8V10z" fill="#f4e3c1" stroke="#1b6e3c" stroke-width="3"/></svg>`))

// favicon answers browsers, which ask for an icon unbidden.
//
//	@ID getIcon
//	@Summary An icon for the browser
//	@Description Browsers ask for it by themselves.
//	@Tags reference
//	@Produce image/svg+xml
//	@Success 200 {string} string "The icon"
//	@x-traits ["static file"]
//	@Router /favicon.ico [get]
func (s *Server) favicon(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderCacheControl, keptForADay)
	return icon.Write(c)
}
