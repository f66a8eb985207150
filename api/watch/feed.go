package watch

import (
	"context"
	"errors"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// feedFilter says which events of public games a client wants.
type feedFilter struct {
	types  []string // empty: all
	labels map[string]string
}

// wantsType tells whether events of a type may be wanted.
func (w feedFilter) wantsType(eventType string) bool {
	return len(w.types) == 0 || slices.Contains(w.types, eventType)
}

// wantsGame tells whether a game has the labels.
func (w feedFilter) wantsGame(g *journal.Game) bool {
	for key, value := range w.labels {
		if g.State.Labels[key] != value {
			return false
		}
	}
	return true
}

// FrameCaughtUp says that what follows is new.
const FrameCaughtUp = "caught_up"

// feed writes what happens in public games into a stream.
type feed struct {
	s       *Streams
	ctx     context.Context
	st      *rest.Stream
	wants   feedFilter
	at      feedCursor
	resumed map[eventstore.Position]struct{} // held back and written while catching up
}

// answerFeed answers with the feed, from a cursor on or from now.
func (s *Streams) answerFeed(c echo.Context, wants feedFilter, from *feedCursor) error {
	ctx := c.Request().Context()
	f := &feed{s: s, ctx: ctx, wants: wants, at: feedCursor{position: s.Events.Position()}, resumed: map[eventstore.Position]struct{}{}}
	resumes := from != nil
	if from != nil {
		known, err := s.reached(ctx, from.position)
		if err != nil {
			return err
		}
		if known && from.shown <= s.now().Add(slackMS) {
			f.at = *from
		} else {
			from = nil
		}
	}
	since := s.now() // what was held back and is shown later is still to come
	if from != nil {
		var err error
		if since, err = f.shownUntil(); err != nil {
			return err
		}
	}
	if err := s.Access.UseTicket(c); err != nil {
		return err
	}
	f.st = rest.OpenStream(c, s.Clock, s.Limits.Streams)
	if resumes && from == nil {
		f.st.Add(FrameReset, "", f.st.ServerTime())
	}
	// A long way is made before subscribing, so that its queue does not fill up
	// meanwhile.
	if err := f.catchUp(); err != nil {
		f.st.Reconnect()
		return nil
	}
	sub := s.Live.Subscribe(live.FeedTopic)
	defer sub.Close()
	if err := f.catchUpLate(since); err != nil {
		f.st.Reconnect()
		return nil
	}
	if err := f.catchUp(); err != nil {
		f.st.Reconnect()
		return nil
	}
	f.st.Add(FrameCaughtUp, f.at.String(), f.st.ServerTime())
	return s.pump(c, f.st, sub, f.deliver)
}

// shownUntil is the instant up to which the client has been shown what was held
// back. A position alone stands for the time of its event.
func (f *feed) shownUntil() (game.Instant, error) {
	if f.at.shown > 0 || f.at.position == 0 {
		return f.at.shown, nil
	}
	for r, err := range f.s.Journal.All(f.ctx, f.at.position-1) {
		if err != nil {
			return 0, err
		}
		m, err := journal.PublicMetadata(r.Metadata)
		return m.Time, err
	}
	return f.s.now(), nil
}

// catchUp writes what the store holds after the cursor and may be shown.
func (f *feed) catchUp() error {
	for r, err := range f.s.Journal.All(f.ctx, f.at.position) {
		if err != nil {
			return err
		}
		if err := f.stored(r); err != nil {
			return err
		}
		f.at.position = max(f.at.position, r.Position)
		if err := f.st.FlushLong(); err != nil {
			return err
		}
	}
	return nil
}

// stored writes an event of the store if it is wanted and not held back.
func (f *feed) stored(r eventstore.Recorded) error {
	id, ok := journal.GameID(r.Stream)
	if !ok || !f.wants.wantsType(r.Type) {
		return nil
	}
	g, err := f.s.Journal.Load(f.ctx, id)
	if err == nil && g.Revision < r.Revision {
		g, err = f.s.Journal.Refresh(f.ctx, id)
	}
	if err != nil || g.State.Visibility != game.Public {
		return err
	}
	frame, err := eventFrame(f.s.Clock, g, r)
	if err != nil {
		return err
	}
	held := delayed(g, r.Type)
	if held && dueOf(frame) > f.s.now() {
		f.s.later.add(frame)
		return nil
	}
	if wanted, err := f.wanted(g, r.Type); err != nil || !wanted {
		return err
	}
	if held {
		f.resumed[r.Position] = struct{}{}
	}
	f.at.position = max(f.at.position, r.Position)
	f.st.Add(frame.Kind, f.at.String(), frame.Members)
	return nil
}

// wanted tells whether the client wants an event that may be shown. Its labels are
// those that a game is shown with: one that was set since may be held back.
func (f *feed) wanted(g *journal.Game, eventType string) (bool, error) {
	if g.State.Visibility != game.Public || !f.wants.wantsType(eventType) {
		return false, nil
	}
	if len(f.wants.labels) == 0 {
		return true, nil
	}
	shown, err := f.s.Journal.Shown(f.ctx, g, f.s.now())
	if errors.Is(err, journal.ErrNotFound) {
		return false, nil
	}
	return err == nil && f.wants.wantsGame(shown), err
}

// slack is how far before the last that a client was shown others may have come
// to be shown that it was not: nodes' clocks differ. A client may see events of
// that time again.
const slackMS = 5000

// catchUpLate writes what was held back at the cursor and has been shown since,
// and sees to it that what is still held back comes.
func (f *feed) catchUpLate(since game.Instant) error {
	newer, err := f.s.Access.Unlisted(f.ctx, func(g *journal.Game) bool {
		return g.State.SpectatorDelayMS > 0 && g.State.Visibility == game.Public
	})
	if err != nil {
		return err
	}
	ids, err := f.s.Model.ShownSince(f.ctx, since.Add(-slackMS))
	if err != nil {
		return err
	}
	for id := range newer.Games {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		g, err := f.s.Journal.Load(f.ctx, id)
		if err != nil {
			return err
		}
		for r, err := range f.s.Journal.Events(f.ctx, g, 0) {
			if err != nil {
				return err
			}
			if r.Position > f.at.position {
				break
			}
			if !delayed(g, r.Type) {
				continue
			}
			if err := f.late(g, r, since); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *feed) late(g *journal.Game, r eventstore.Recorded, since game.Instant) error {
	frame, err := eventFrame(f.s.Clock, g, r)
	if err != nil {
		return err
	}
	due := dueOf(frame)
	_, written := f.resumed[r.Position]
	switch {
	case due > f.s.now():
		f.s.later.add(frame)
		return nil
	case written || due <= since.Add(-slackMS):
		return nil
	}
	if wanted, err := f.wanted(g, r.Type); err != nil || !wanted {
		return err
	}
	f.resumed[r.Position] = struct{}{}
	f.showLate(frame)
	return nil
}

func (f *feed) showLate(frame *live.Frame) {
	f.at.shown = max(f.at.shown, dueOf(frame))
	f.st.Add(frame.Kind, f.at.String(), frame.Members)
}

func (f *feed) deliver(frame *live.Frame) error {
	about, event := frame.About.(eventOf)
	if !event {
		f.st.Add(frame.Kind, "", frame.Members)
		return nil
	}
	if wanted, err := f.wanted(about.game, about.kind); err != nil || !wanted {
		return err
	}
	if delayed(about.game, about.kind) {
		if _, written := f.resumed[frame.Position]; !written {
			f.showLate(frame)
		}
		return nil
	}
	if frame.Position > f.at.position {
		f.at.position = frame.Position
		f.st.Add(frame.Kind, f.at.String(), frame.Members)
	}
	return nil
}
