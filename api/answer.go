package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"
)

const (
	mimeJSON   = "application/json"
	mimeNDJSON = "application/x-ndjson"

	headerPosition       = "Position"
	headerServerTime     = "Server-Time"
	headerIdempotencyKey = "Idempotency-Key"
	headerReplayed       = "Idempotency-Replayed"
	headerPrefer         = "Prefer"
	headerPreferApplied  = "Preference-Applied"
	headerIfMatch        = "If-Match"
	headerIfNoneMatch    = "If-None-Match"
	headerETag           = "Etag" // in the canonical form of package http
	headerRetryAfter     = "Retry-After"
)

// setFields gives header fields one value each: names in their canonical form and
// values in turn. All of them together take one allocation.
func setFields(h http.Header, namesAndValues ...string) {
	values := make([]string, len(namesAndValues)/2)
	for i := range values {
		values[i] = namesAndValues[2*i+1]
		h[namesAndValues[2*i]] = values[i : i+1 : i+1]
	}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

// maxKeptBuffer keeps a single large answer from holding its memory for ever.
const maxKeptBuffer = 64 << 10

func putBuffer(buf *bytes.Buffer) {
	if buf.Cap() <= maxKeptBuffer {
		buffers.Put(buf)
	}
}

// writeJSON answers with a value as JSON, whole or not at all.
func writeJSON(c echo.Context, status int, contentType string, v any) error {
	buf := getBuffer()
	defer putBuffer(buf)
	if err := encodeJSON(buf, v); err != nil {
		return err
	}
	return writeBytes(c, status, contentType, buf.Bytes())
}

// encodeJSON writes a value and a newline, without escapes that only HTML needs.
func encodeJSON(buf *bytes.Buffer, v any) error {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// writeBytes answers with bytes, compressed where that is worth it.
func writeBytes(c echo.Context, status int, contentType string, b []byte) error {
	if compressible(c, contentType, len(b)) {
		return writeCompressible(c, status, contentType, b)
	}
	return writePlain(c, status, contentType, b)
}

// writePlain answers with bytes as they are.
func writePlain(c echo.Context, status int, contentType string, b []byte) error {
	setFields(c.Response().Header(), echo.HeaderContentType, contentType, echo.HeaderContentLength, strconv.Itoa(len(b)))
	c.Response().WriteHeader(status)
	_, err := c.Response().Write(b)
	return err
}

// variesByAsker tells caches that an answer depends on who asks.
func variesByAsker(h http.Header) {
	switch before := h[echo.HeaderVary]; {
	case len(before) == 1 && before[0] == echo.HeaderOrigin:
		h[echo.HeaderVary] = byOriginAndAsker
	case !slices.Contains(before, echo.HeaderAuthorization):
		h.Add(echo.HeaderVary, echo.HeaderAuthorization)
	}
}

// byOriginAndAsker is what nearly all answers vary by, since CORS adds the origin.
// Its capacity keeps it from being written into.
var byOriginAndAsker = []string{echo.HeaderOrigin, echo.HeaderAuthorization}
