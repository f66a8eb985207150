package watch

import (
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
)

// The kinds of frames that every stream has, beside reconnect. An end is final; a
// client that is told to reconnect, or whose stream breaks off, resumes after the
// last cursor that it saw.
const (
	FrameState = "state"
	FrameEvent = "event"
	FrameReset = "reset" // the cursor is unknown: a state follows, or in the feed new events
	FrameEnd   = "end"
)

// errEnded ends a stream that has nothing more to tell.
var errEnded = errors.New("api: stream ended")

// pump writes what a subscription brings until one of both sides, or deliver by
// errEnded, ends the stream.
func (s *Streams) pump(c echo.Context, st *rest.Stream, sub *live.Subscription, deliver func(*live.Frame) error) error {
	ctx := c.Request().Context()
	for {
		if err := st.Flush(); err != nil {
			return nil // the client is gone, or has stopped reading
		}
		if err := sub.Wait(ctx); err != nil {
			return nil // the client is gone
		}
		s.Limits.PaceWrites(c)
		frames, err := sub.Next(ctx)
		switch {
		case errors.Is(err, live.ErrClosed), errors.Is(err, live.ErrSlow):
			if s.otherHistory.Load() {
				st.Add(FrameReset, "", st.ServerTime())
			}
			st.Reconnect()
			return nil
		case err != nil:
			return nil // the client is gone
		}
		for _, f := range frames {
			if f.Kind == live.Heartbeat {
				st.Add(f.Kind, "", f.Members)
				continue
			}
			if err := deliver(f); errors.Is(err, errEnded) {
				_ = st.Flush()
				return nil
			} else if err != nil {
				s.Log.WarnContext(ctx, "stream broke off", "error", err, "request_id", rest.RequestID(c))
				st.Reconnect()
				return nil
			}
			if st.FlushLong() != nil {
				return nil
			}
		}
	}
}
