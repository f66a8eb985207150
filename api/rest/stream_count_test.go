package rest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
)

// stalled is a client that accepts nothing.
type stalled struct{ *httptest.ResponseRecorder }

func (stalled) Write([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

func TestAStreamIsCountedFromItsAdmissionToItsEnd(t *testing.T) {
	var count StreamCount
	l := Limits{Limiter: limit.New(limit.Config{}), Streams: &count}
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/v1/stream", nil), httptest.NewRecorder())
	for n := range int64(limit.UnnamedStreams.Quota) {
		leave, err := l.Admit(c, "")
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			leave()
			if open := count.Open(); open != n {
				t.Errorf("%d are open after one left, want %d", open, n)
			}
		}()
	}
	if _, err := l.Admit(c, ""); err == nil || count.Open() != int64(limit.UnnamedStreams.Quota) {
		t.Errorf("%d are open after one too many: %v", count.Open(), err)
	}
}

func TestAStreamOfAClientThatAcceptsNothingIsCut(t *testing.T) {
	var count StreamCount
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/v1/stream", nil), stalled{httptest.NewRecorder()})
	st := OpenStream(c, time.Now, &count)
	if st.Flush() == nil || count.Cut() != 1 {
		t.Errorf("%d streams are cut, want one", count.Cut())
	}
	st.Reconnect() // fails too, and cuts nothing more
	if count.Cut() != 1 {
		t.Errorf("%d streams are cut, want one", count.Cut())
	}
}
