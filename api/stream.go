package api

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/live"
)

const (
	mimeSSE = "text/event-stream"

	headerLastEventID = "Last-Event-ID"

	// writeTime is how long a client may take to accept what is written to it.
	writeTime = 10 * time.Second

	// reconnectMS is when clients come again after a stream that broke off.
	reconnectMS = 2000
)

// The kinds of frames that every stream has. An end is final; a client that is
// told to reconnect, or whose stream breaks off, resumes after the last cursor
// that it saw.
const (
	frameState     = "state"
	frameEvent     = "event"
	frameReset     = "reset" // the place to resume at is unknown: a state follows, or in the feed what is new
	frameEnd       = "end"
	frameReconnect = "reconnect"
)

// stream is an answer that goes on: Server-Sent Events, or a JSON object a line
// where the client asks for NDJSON.
type stream struct {
	c       echo.Context
	control *http.ResponseController
	ndjson  bool
	buf     []byte
	lastID  string // the cursor that the client knows already
}

// open begins a stream. Nothing can be a problem after it.
func (s *Server) open(c echo.Context) *stream {
	st := &stream{c: c, control: http.NewResponseController(c.Response()), ndjson: preferred(c, mimeSSE, mimeNDJSON) == mimeNDJSON}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, mimeSSE)
	if st.ndjson {
		header.Set(echo.HeaderContentType, mimeNDJSON)
	}
	header.Set(echo.HeaderCacheControl, "no-store")
	header.Set("X-Accel-Buffering", "no") // proxies that gather answers would hold frames back
	// The limits of time are for requests that end. A connection that cannot
	// have its deadlines moved has none.
	_ = st.control.SetReadDeadline(time.Time{})
	c.Response().WriteHeader(http.StatusOK)
	if !st.ndjson {
		st.buf = append(st.buf, "retry: "...)
		st.buf = strconv.AppendInt(st.buf, reconnectMS, 10)
		st.buf = append(st.buf, "\n\n"...)
	}
	return st
}

// add writes a frame into the buffer. The cursor is where to resume after it;
// "" leaves the client's as it is.
func (st *stream) add(kind, cursor string, members []byte) {
	b := st.buf
	if !st.ndjson {
		if cursor != "" && cursor != st.lastID {
			b = append(b, "id: "...)
			b = append(b, cursor...)
			b = append(b, '\n')
			st.lastID = cursor
		}
		b = append(b, "event: "...)
		b = append(b, kind...)
		b = append(b, "\ndata: "...)
	}
	b = append(b, `{"frame":"`...)
	b = append(b, kind...)
	b = append(b, '"')
	if cursor != "" {
		b = append(b, `,"cursor":"`...)
		b = append(b, cursor...)
		b = append(b, '"')
	}
	b = append(b, members...)
	b = append(b, "}\n"...)
	if !st.ndjson {
		b = append(b, '\n')
	}
	st.buf = b
}

// keptBuffer is how much memory a quiet stream keeps for what it writes next.
const keptBuffer = 1 << 10

// flush sends what was added.
func (st *stream) flush() error {
	if len(st.buf) == 0 {
		return nil
	}
	_ = st.control.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := st.c.Response().Write(st.buf)
	if err == nil {
		err = st.control.Flush()
	}
	if st.buf = st.buf[:0]; cap(st.buf) > keptBuffer {
		st.buf = nil
	}
	return err
}

// errEnded ends a stream that has nothing more to tell.
var errEnded = errors.New("api: stream ended")

// pump writes what a subscription brings until one of both sides, or deliver by
// errEnded, ends the stream.
func (s *Server) pump(ctx context.Context, st *stream, sub *live.Subscription, deliver func(*live.Frame) error) error {
	for {
		if err := st.flush(); err != nil {
			return nil // the client is gone, or has stopped reading
		}
		frames, err := sub.Next(ctx)
		switch {
		case errors.Is(err, live.ErrClosed), errors.Is(err, live.ErrSlow):
			s.sendAway(st)
			return nil
		case err != nil:
			return nil // the client is gone
		}
		for _, f := range frames {
			if f.Kind == live.Heartbeat {
				st.add(f.Kind, "", f.Members)
				continue
			}
			if err := deliver(f); errors.Is(err, errEnded) {
				_ = st.flush()
				return nil
			} else if err != nil {
				s.log.WarnContext(ctx, "stream broke off", "error", err, "request_id", requestID(st.c))
				s.sendAway(st)
				return nil
			}
		}
	}
}

// sendAway tells a client to come again, to this node or another. Not all at
// once.
func (s *Server) sendAway(st *stream) {
	wait := 200 + rand.Int64N(reconnectMS)
	if !st.ndjson {
		st.buf = append(strconv.AppendInt(append(st.buf, "retry: "...), wait, 10), '\n')
	}
	st.add(frameReconnect, "", append(s.serverTimeMember(), `,"retry_ms":`+strconv.FormatInt(wait, 10)...))
	_ = st.flush()
}

// serverTimeMember begins the members of a frame.
func (s *Server) serverTimeMember() []byte {
	return strconv.AppendInt([]byte(`,"server_time":`), s.now().UnixMilli(), 10)
}

// resumeAfter is the cursor that a client wants to go on from. A browser that
// reconnects sends the header beside the URL of its first attempt.
func resumeAfter(c echo.Context) (cursor string, resumes bool) {
	if cursor := c.Request().Header.Get(headerLastEventID); cursor != "" {
		return cursor, true
	}
	cursor = c.QueryParam("from") // empty where a client has seen none
	return cursor, cursor != ""
}

// frameOf makes a frame of a value's members.
func (s *Server) frameOf(kind string, v any) (*live.Frame, error) {
	members, err := s.members(v)
	return &live.Frame{Kind: kind, Members: members}, err
}

// members are those of a value that encodes to an object, after the server's
// time.
func (s *Server) members(v any) ([]byte, error) {
	buf := getBuffer()
	defer putBuffer(buf)
	if err := encodeJSON(buf, v); err != nil {
		return nil, err
	}
	b := buf.Bytes()
	b = b[:len(b)-1] // the newline
	members := s.serverTimeMember()
	if len(b) > len("{}") {
		members = append(append(members, ','), b[1:len(b)-1]...)
	}
	return members, nil
}
