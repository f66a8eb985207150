package analysis

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/rescue"
)

// The kinds of frames that tell of an analysis.
const (
	FrameProgress = "progress"
	FrameResult   = "result"
)

// finding is how a search ended.
type finding struct {
	report engine.Report
	err    error
}

// stream searches and tells of each depth. A client that reads slowly misses
// depths and holds up no search.
func (h *Handlers) stream(c echo.Context, q engine.Request) error {
	ctx, cancel := context.WithCancel(c.Request().Context())
	defer cancel()
	latest := make(chan engine.Report, 1)
	q.OnDepth = func(r engine.Report) bool {
		select {
		case <-latest: // nobody has sent it: the newer one replaces it
		default:
		}
		latest <- r
		return true
	}
	found := make(chan finding, 1)
	go func() {
		var f finding
		f.err = rescue.Call(func() (err error) {
			f.report, err = h.search(ctx, q)
			return err
		})
		found <- f
	}()
	var st *rest.Stream // opened by the first depth: until then the answer may be a problem
	for {
		select {
		case r := <-latest:
			if st == nil {
				st = rest.OpenStream(c, h.Clock, h.Limits.Streams)
			}
			if err := h.tell(st, FrameProgress, newAnalysis(&q.Game, r)); err != nil {
				return nil // the client is gone
			}
		case f := <-found:
			switch {
			case f.err != nil && st == nil:
				return problemOf(f.err)
			case f.err != nil:
				st.Reconnect()
				return nil
			case st == nil:
				st = rest.OpenStream(c, h.Clock, h.Limits.Streams)
			}
			_ = h.tell(st, FrameResult, newAnalysis(&q.Game, f.report)) // or the client is gone
			return nil
		}
	}
}

func (h *Handlers) tell(st *rest.Stream, kind string, a Analysis) error {
	members, err := rest.FrameMembers(h.Clock, a)
	if err != nil {
		return err
	}
	st.Add(kind, "", members)
	return st.Flush()
}
