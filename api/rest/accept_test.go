package rest

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
		{"nothing said", nil, MimeSSE},
		{"everything", []string{"*/*"}, MimeSSE},
		{"by name", []string{"application/x-ndjson"}, MimeNDJSON},
		{"by name in any case", []string{"Application/X-NDJSON; q=1.0"}, MimeNDJSON},
		{"by name beside everything", []string{"*/*, application/x-ndjson"}, MimeNDJSON},
		{"earlier of two", []string{"application/json, application/x-ndjson"}, MimeJSON},
		{"the higher quality", []string{"text/event-stream;q=0.5, application/x-ndjson;q=0.8"}, MimeNDJSON},
		{"a quality of its own before that of its kind", []string{"application/*, application/json;q=0.2"}, MimeNDJSON},
		{"never", []string{"text/event-stream;q=0, application/x-ndjson"}, MimeNDJSON},
		{"anything but", []string{"text/event-stream;q=0, application/*;q=0.1"}, MimeNDJSON},
		{"anything but two", []string{"*/*;q=0.1, text/event-stream;q=0.0, application/x-ndjson;q=0"}, MimeJSON},
		{"none of them", []string{"text/html, image/*"}, MimeSSE},
		{"none at all", []string{"*/*;q=0"}, MimeSSE},
		{"two header lines", []string{"text/html", "application/json"}, MimeJSON},
		{"unreadable parts", []string{"application/json;q=nan, application/json;q=2, ;;, application/x-ndjson;q=0.1"}, MimeNDJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.Header["Accept"] = c.accept
			if got := Preferred(echo.New().NewContext(r, nil), MimeSSE, MimeNDJSON, MimeJSON); got != c.want {
				t.Errorf("%v prefers %s, want %s", c.accept, got, c.want)
			}
		})
	}
}
