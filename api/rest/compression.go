package rest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
)

// worthCompressing is from how many bytes on an answer is compressed. Games and
// answers to commands are shorter, but for games of hundreds of turns.
const worthCompressing = 16 << 10

// compressible tells whether a client may get an answer compressed, if it accepts
// that: only what it reads, never the answer to a command.
func compressible(c echo.Context, contentType string, length int) bool {
	if length < worthCompressing || contentType == MimePNG {
		return false
	}
	method := c.Request().Method
	return method == http.MethodGet || method == http.MethodHead
}

// acceptsGzip reads the Accept-Encoding header (RFC 9110, section 12.5.3). The
// coding's own quality comes before that of "*".
func acceptsGzip(c echo.Context) bool {
	accepted := false
	for _, value := range c.Request().Header.Values(echo.HeaderAcceptEncoding) {
		for part := range strings.SplitSeq(value, ",") {
			coding, params, _ := strings.Cut(part, ";")
			coding = strings.ToLower(strings.TrimSpace(coding))
			named := coding == "gzip" || coding == "x-gzip"
			if !named && coding != "*" {
				continue
			}
			wanted := isWanted(params)
			if named {
				return wanted
			}
			accepted = wanted
		}
	}
	return accepted
}

// isWanted tells whether the parameters of a coding have a quality above 0, which
// is 1 unless given.
func isWanted(params string) bool {
	name, value, given := strings.Cut(params, "=")
	if !given || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return true
	}
	quality, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && quality > 0
}

var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// compress appends the gzip form of an answer to a buffer.
func compress(to *bytes.Buffer, b []byte) error {
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(to)
	if _, err := w.Write(b); err != nil {
		return err
	}
	return w.Close()
}

// writeCompressible answers in the form that the client accepts.
func writeCompressible(c echo.Context, status int, contentType string, b []byte) error {
	varyByEncoding(c.Response().Header())
	if !acceptsGzip(c) {
		return writePlain(c, status, contentType, b)
	}
	buf := GetBuffer()
	defer PutBuffer(buf)
	if err := compress(buf, b); err != nil {
		return err
	}
	markCompressed(c.Response().Header())
	return writePlain(c, status, contentType, buf.Bytes())
}

// varyByEncoding tells caches that others get an answer in another form.
func varyByEncoding(h http.Header) { h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding) }

// markCompressed says that an answer is compressed. Its bytes are not those that
// a strong entity tag stands for.
func markCompressed(h http.Header) {
	h.Set(echo.HeaderContentEncoding, "gzip")
	if etag := h.Get(HeaderETag); strings.HasPrefix(etag, `"`) {
		h.Set(HeaderETag, "W/"+etag)
	}
}
