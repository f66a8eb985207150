package seek

import (
	"context"
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
)

// renewEvery is how often a wish is renewed for somebody who waits here.
const renewEvery = 5 * time.Second

// errHungUp ends the wait of a client that is gone.
var errHungUp = errors.New("api: nobody waits any more")

// pairingWait is a client waiting for an opponent.
type pairingWait struct {
	h          *Handlers
	id, player string
	st         *rest.Stream // nil: the client polls
	holds      bool         // the wish stood when the client last asked: it goes on with it
}

// poll waits for some time at most.
func (w *pairingWait) poll(client context.Context, atMost time.Duration) (journal.Seek, error) {
	ctx, cancel := context.WithTimeout(client, atMost)
	defer cancel()
	if atMost == 0 {
		// A look waits for nothing: it must not keep the wish of a client that hangs
		// up meanwhile.
		return w.wait(ctx)
	}
	w.h.waiting.enter(w.id)
	p, err := w.wait(ctx)
	if last := w.h.waiting.leave(w.id); last && client.Err() != nil {
		return w.hungUp()
	}
	return p, err
}

// stream waits for as long as the client does.
func (w *pairingWait) stream(c echo.Context) error {
	leave, err := w.h.Access.Admit(c, w.player)
	if err != nil {
		return err
	}
	defer leave()
	p, err := w.look()
	if err != nil {
		return err
	}
	if err := w.h.Access.UseTicket(c); err != nil {
		return err
	}
	defer w.h.EnterPresence(w.player)()
	w.st = rest.OpenStream(c, w.h.Clock, w.h.Limits.Streams)
	ctx := c.Request().Context()
	w.h.waiting.enter(w.id)
	if w.holds {
		if err = w.write(p); err == nil {
			p, err = w.wait(ctx)
		}
	}
	last := w.h.waiting.leave(w.id)
	switch {
	case ctx.Err() != nil || errors.Is(err, errHungUp):
		if last {
			_, err := w.hungUp()
			return err
		}
		return nil
	case err != nil || p.Waiting(w.h.now()):
		w.st.Reconnect() // the node stops; the wish stands until the client comes again
		return nil
	}
	_ = w.write(p) // nobody is there to be told that it failed
	return nil
}

// wait renews the wish until it has come to something or ctx ends.
func (w *pairingWait) wait(ctx context.Context) (journal.Seek, error) {
	sub := w.h.Live.Subscribe(live.SeekTopic(w.id))
	defer sub.Close()
	for {
		p, err := w.look()
		if err != nil || !w.holds || ctx.Err() != nil {
			return p, err
		}
		pause, cancel := context.WithTimeout(ctx, renewEvery)
		frames, err := sub.Next(pause)
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return p, nil // the node stops, or nobody waits any more
		}
		if err := w.beat(frames); err != nil {
			return p, err
		}
	}
}

// look renews the wish, if it is to be.
func (w *pairingWait) look() (journal.Seek, error) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	p, err := w.h.Journal.Seeks.Renew(ctx, w.id, w.player, w.holds, drawSide(), w.h.now())
	w.holds = err == nil && p.Waiting(w.h.now())
	return p, err
}

// beat passes heartbeats on to a stream: its client sees that the connection is
// alive, and so does the server.
func (w *pairingWait) beat(frames []*live.Frame) error {
	if w.st == nil {
		return nil
	}
	for _, f := range frames {
		if f.Kind == live.Heartbeat {
			w.st.Add(f.Kind, "", f.Members)
		}
	}
	if w.st.Flush() != nil {
		return errHungUp
	}
	return nil
}

// write tells a stream what has become of the wish.
func (w *pairingWait) write(p journal.Seek) error {
	v := w.h.viewPairing(p)
	members, err := rest.FrameMembers(w.h.Clock, v)
	if err != nil {
		return err
	}
	w.st.Add(v.Status, "", members)
	if w.st.Flush() != nil {
		return errHungUp
	}
	return nil
}

// hungUp withdraws the wish when its last client on this node is gone. A node where
// another one waits takes it up again.
func (w *pairingWait) hungUp() (journal.Seek, error) {
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	return w.h.Journal.Seeks.Withdraw(ctx, w.id, w.player, true, w.h.now())
}
