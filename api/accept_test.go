package api

import (
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"
)

func TestPreferredMediaType(t *testing.T) {
	for _, c := range []struct {
		name   string
		accept []string
		want   string // of SSE, NDJSON and JSON in this order
	}{
		{"nothing said", nil, mimeSSE},
		{"everything", []string{"*/*"}, mimeSSE},
		{"by name", []string{"application/x-ndjson"}, mimeNDJSON},
		{"by name in any case", []string{"Application/X-NDJSON; q=1.0"}, mimeNDJSON},
		{"by name beside everything", []string{"*/*, application/x-ndjson"}, mimeNDJSON},
		{"earlier of two", []string{"application/json, application/x-ndjson"}, mimeJSON},
		{"the higher quality", []string{"text/event-stream;q=0.5, application/x-ndjson;q=0.8"}, mimeNDJSON},
		{"a quality of its own before that of its kind", []string{"application/*, application/json;q=0.2"}, mimeNDJSON},
		{"never", []string{"text/event-stream;q=0, application/x-ndjson"}, mimeNDJSON},
		{"anything but", []string{"text/event-stream;q=0, application/*;q=0.1"}, mimeNDJSON},
		{"anything but two", []string{"*/*;q=0.1, text/event-stream;q=0.0, application/x-ndjson;q=0"}, mimeJSON},
		{"none of them", []string{"text/html, image/*"}, mimeSSE},
		{"none at all", []string{"*/*;q=0"}, mimeSSE},
		{"two header lines", []string{"text/html", "application/json"}, mimeJSON},
		{"unreadable parts", []string{"application/json;q=nan, application/json;q=2, ;;, application/x-ndjson;q=0.1"}, mimeNDJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.Header["Accept"] = c.accept
			if got := preferred(echo.New().NewContext(r, nil), mimeSSE, mimeNDJSON, mimeJSON); got != c.want {
				t.Errorf("%v prefers %s, want %s", c.accept, got, c.want)
			}
		})
	}
}
