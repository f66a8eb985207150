package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestWhereEverythingIs(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	for _, path := range []string{"/", "/v1"} {
		r := s.get(path, "").is(http.StatusOK)
		link := r.header.Get("Link")
		if !strings.Contains(link, `</openapi.yaml>; rel="service-desc"`) || !strings.Contains(link, `</docs>; rel="service-doc"`) {
			t.Errorf("%s links to %s", path, link)
		}
		v := decoded[indexView](r)
		for _, at := range []string{v.API, v.Docs, v.Description, v.Health} {
			s.get(at, "").is(http.StatusOK)
		}
	}
	if r := s.bare(http.MethodGet, "/docs/", "").is(http.StatusPermanentRedirect); r.header.Get("Location") != "/docs" {
		t.Errorf("it leads to %q", r.header.Get("Location"))
	}
	if r := s.get("/favicon.ico", "").is(http.StatusOK).has("<svg"); r.header.Get("Content-Type") != rest.MimeSVG {
		t.Errorf("the icon is %s", r.header.Get("Content-Type"))
	}
}
