package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestDescriptionAndItsPage(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	s.get("/openapi.yaml", "").is(http.StatusOK).has("openapi: 3.1.0")
	s.get("/docs", "").is(http.StatusOK).has(`"/openapi.yaml"`)
	s.get("/docs/assets/swagger-ui.css", "").is(http.StatusOK)
	s.get("/docs/assets/swagger-ui-bundle.js", "").is(http.StatusOK)
	s.get("/docs/assets/index.html", "").problem(rest.CodeNotFound)
}
