package rest

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
	MimeJSON   = "application/json"
	MimeNDJSON = "application/x-ndjson"
	MimeSSE    = "text/event-stream"
	MimeSVG    = "image/svg+xml"
	MimePNG    = "image/png"

	HeaderPosition       = "Position"
	headerServerTime     = "Server-Time"
	headerIdempotencyKey = "Idempotency-Key"
	HeaderReplayed       = "Idempotency-Replayed"
	headerPrefer         = "Prefer"
	HeaderPreferApplied  = "Preference-Applied"
	HeaderIfMatch        = "If-Match"
	headerIfNoneMatch    = "If-None-Match"
	HeaderETag           = "Etag" // in the canonical form of package http
	HeaderRetryAfter     = "Retry-After"
	HeaderLastEventID    = "Last-Event-ID"
)

// SetFields gives header fields one value each: names in their canonical form and
// values in turn. All of them together take one allocation.
func SetFields(h http.Header, namesAndValues ...string) {
	values := make([]string, len(namesAndValues)/2)
	for i := range values {
		values[i] = namesAndValues[2*i+1]
		h[namesAndValues[2*i]] = values[i : i+1 : i+1]
	}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func GetBuffer() *bytes.Buffer {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

// maxKeptBuffer keeps a single large answer from holding its memory for ever.
const maxKeptBuffer = 64 << 10

func PutBuffer(buf *bytes.Buffer) {
	if buf.Cap() <= maxKeptBuffer {
		buffers.Put(buf)
	}
}

// WriteJSON answers with a value as JSON, whole or not at all.
func WriteJSON(c echo.Context, status int, contentType string, v any) error {
	buf := GetBuffer()
	defer PutBuffer(buf)
	if err := EncodeJSON(buf, v); err != nil {
		return err
	}
	return WriteBytes(c, status, contentType, buf.Bytes())
}

// EncodeJSON writes a value and a newline, without escapes that only HTML needs.
func EncodeJSON(buf *bytes.Buffer, v any) error {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// WriteBytes answers with bytes, compressed where that is worth it.
func WriteBytes(c echo.Context, status int, contentType string, b []byte) error {
	if compressible(c, contentType, len(b)) {
		return writeCompressible(c, status, contentType, b)
	}
	return writePlain(c, status, contentType, b)
}

// writePlain answers with bytes as they are.
func writePlain(c echo.Context, status int, contentType string, b []byte) error {
	SetFields(c.Response().Header(), echo.HeaderContentType, contentType, echo.HeaderContentLength, strconv.Itoa(len(b)))
	c.Response().WriteHeader(status)
	_, err := c.Response().Write(b)
	return err
}

// VariesByAsker tells caches that an answer depends on who asks.
func VariesByAsker(h http.Header) {
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
