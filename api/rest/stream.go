package rest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	// writeTime is how long a client may take to accept a write.
	writeTime = 10 * time.Second

	// reconnectMS is how long clients wait before they resume a broken stream.
	reconnectMS = 2000
)

// FrameReconnect is the kind of the last frame of a stream that its client resumes
// elsewhere.
const FrameReconnect = "reconnect"

// Stream is an answer without an end: Server-Sent Events, or NDJSON if the client
// asks for it.
type Stream struct {
	c       echo.Context
	control *http.ResponseController
	now     func() time.Time
	count   *StreamCount
	ndjson  bool
	buf     *bytes.Buffer // nil while nothing waits to be sent
	lastID  string        // last cursor sent
}

// OpenStream begins a stream. The answer can be no problem after it.
func OpenStream(c echo.Context, now func() time.Time, count *StreamCount) *Stream {
	st := &Stream{c: c, now: now, count: count, control: http.NewResponseController(c.Response()), ndjson: Preferred(c, MimeSSE, MimeNDJSON) == MimeNDJSON}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, MimeSSE)
	if st.ndjson {
		header.Set(echo.HeaderContentType, MimeNDJSON)
	}
	header.Set(echo.HeaderCacheControl, "no-store")
	header.Set("X-Accel-Buffering", "no") // proxies that buffer answers would delay frames
	// Deadlines are for requests that end. A connection whose deadlines cannot be
	// moved has none.
	_ = st.control.SetReadDeadline(time.Time{})
	c.Response().WriteHeader(http.StatusOK)
	if !st.ndjson {
		st.retry(reconnectMS)
		st.buf.WriteByte('\n')
	}
	return st
}

// buffer is where frames wait. Streams share them: most are quiet at any time,
// and one buffer for each busy stream and write was most of what a busy server
// allocated.
func (st *Stream) buffer() *bytes.Buffer {
	if st.buf == nil {
		st.buf = GetBuffer()
	}
	return st.buf
}

func (st *Stream) retry(ms int64) {
	b := st.buffer()
	b.WriteString("retry: ")
	b.Write(strconv.AppendInt(b.AvailableBuffer(), ms, 10))
	b.WriteByte('\n')
}

// Add writes a frame into the buffer. The client resumes after the cursor; ""
// keeps its previous one.
func (st *Stream) Add(kind, cursor string, members []byte) {
	b := st.buffer()
	if !st.ndjson {
		if cursor != "" && cursor != st.lastID {
			b.WriteString("id: ")
			b.WriteString(cursor)
			b.WriteByte('\n')
			st.lastID = cursor
		}
		b.WriteString("event: ")
		b.WriteString(kind)
		b.WriteString("\ndata: ")
	}
	b.WriteString(`{"frame":"`)
	b.WriteString(kind)
	b.WriteByte('"')
	if cursor != "" {
		b.WriteString(`,"cursor":"`)
		b.WriteString(cursor)
		b.WriteByte('"')
	}
	b.Write(members)
	b.WriteString("}\n")
	if !st.ndjson {
		b.WriteByte('\n')
	}
}

// Flush sends the buffer. A client that accepts nothing in time is counted.
func (st *Stream) Flush() error {
	err := st.send()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		st.count.cut.Add(1)
	}
	return err
}

func (st *Stream) send() error {
	if st.buf == nil {
		return nil
	}
	_ = st.control.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := st.c.Response().Write(st.buf.Bytes())
	if err == nil {
		err = st.control.Flush()
	}
	PutBuffer(st.buf)
	st.buf = nil
	return err
}

// Pending tells whether frames wait to be sent.
func (st *Stream) Pending() bool { return st.buf != nil && st.buf.Len() > 0 }

// flushFrom is how many bytes are buffered before a long answer is written.
const flushFrom = 16 << 10

// FlushLong is flush once many bytes are buffered.
func (st *Stream) FlushLong() error {
	if !st.Pending() || st.buf.Len() < flushFrom {
		return nil
	}
	return st.Flush()
}

// Reconnect sends a client to this node or another after a random pause, so that
// not all of them come at once.
func (st *Stream) Reconnect() {
	wait := 200 + rand.Int64N(reconnectMS)
	if !st.ndjson {
		st.retry(wait)
	}
	st.Add(FrameReconnect, "", append(st.ServerTime(), `,"retry_ms":`+strconv.FormatInt(wait, 10)...))
	_ = st.send() // a stream that ends anyway is not cut
}

// ServerTime are the members of a frame that has no others.
func (st *Stream) ServerTime() []byte { return ServerTimeMember(st.now) }

func ServerTimeMember(now func() time.Time) []byte {
	return strconv.AppendInt([]byte(`,"server_time":`), now().UnixMilli(), 10)
}

// ResumeAfter is the cursor after which a client resumes. A browser that
// reconnects sends the header beside the URL of its first attempt.
func ResumeAfter(c echo.Context) (cursor string, resumes bool) {
	if cursor := c.Request().Header.Get(HeaderLastEventID); cursor != "" {
		return cursor, true
	}
	cursor = c.QueryParam("from") // empty if the client has seen none
	return cursor, cursor != ""
}

// FrameMembers are the members of a frame: the server's time and those of a value
// that encodes to an object.
func FrameMembers(now func() time.Time, v any) ([]byte, error) {
	buf := GetBuffer()
	defer PutBuffer(buf)
	if err := EncodeJSON(buf, v); err != nil {
		return nil, err
	}
	b := buf.Bytes()
	b = b[:len(b)-1] // the newline
	members := ServerTimeMember(now)
	if len(b) > len("{}") {
		members = append(append(members, ','), b[1:len(b)-1]...)
	}
	return members, nil
}
