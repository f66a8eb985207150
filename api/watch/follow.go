package watch

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// follower writes what happens in some games into a stream.
type follower struct {
	s      *Streams
	ctx    context.Context
	st     *rest.Stream
	sub    *live.Subscription
	viewer string
	leave  func() // ends the viewer's presence
	games  []*followed
	going  int // games that are not over
}

// followed is a game in a stream.
type followed struct {
	id   string
	sent *uint64 // revision of the last event that the client knows of; nil: of none
	role role
	over bool
}

// role is how a viewer sees a game.
type role int

const (
	plays   role = iota
	watches      // as it happens, and counted
	waits        // as a delay shows it, and counted
)

func roleOf(g *journal.Game, viewer string) role {
	switch {
	case g.State.Seats.Holds(viewer):
		return plays
	case access.DelayedFor(&g.State, viewer):
		return waits
	}
	return watches
}

// stateView is a game as a stream begins with it.
type stateView struct {
	Game     *view.Game     `json:"game"`
	Presence *view.Presence `json:"presence"` // null for those whom a delay holds back
	Watchers int            `json:"watchers"`
}

type gameRefView struct {
	GameID string `json:"game_id"`
}

// follow answers with a stream of games that somebody may see. Every open stream
// keeps its frame, so that what happens once is done elsewhere: a stack shrinks to
// 8 KiB only while less than 4 KiB of it are in use.
func (s *Streams) follow(c echo.Context, games []*journal.Game, viewer string) error {
	f, err := s.newFollower(c, games, viewer)
	if err != nil {
		return err
	}
	defer f.close()
	if !f.open(c) {
		return nil
	}
	return s.pump(c, f.st, f.sub, f.deliver)
}

func (s *Streams) newFollower(c echo.Context, games []*journal.Game, viewer string) (_ *follower, err error) {
	f := &follower{s: s, ctx: c.Request().Context(), viewer: viewer, going: len(games)}
	for _, g := range games {
		f.games = append(f.games, &followed{id: g.ID, role: roleOf(g, viewer)})
	}
	// From here on nothing is missed, and what is read below has all that was
	// published before.
	f.sub = s.Live.Subscribe(f.topics()...)
	defer func() {
		if err != nil {
			f.sub.Close()
		}
	}()
	for i, g := range games {
		if f.games[i].role == waits {
			if err := s.Delayed.begin(f.ctx, g); err != nil {
				return nil, err
			}
		}
	}
	if err := s.Access.UseTicket(c); err != nil {
		return nil, err
	}
	f.leave = s.EnterPresence(viewer)
	f.counted()
	return f, nil
}

func (f *follower) close() {
	f.counted()
	f.leave()
	f.sub.Close()
}

// open answers with each game as it stands, or with the events that the client
// lacks, and reports whether more will follow.
func (f *follower) open(c echo.Context) bool {
	cursor, resumes := rest.ResumeAfter(c)
	seen, known := seenRevisions(cursor, len(f.games))
	f.st = rest.OpenStream(c, f.s.Clock, f.s.Limits.Streams)
	if resumes && !known {
		f.st.Add(FrameReset, "", f.st.ServerTime())
	}
	for i, g := range f.games {
		var from *uint64
		if resumes && known {
			from = seen[i]
		}
		if err := f.begin(g, from); err != nil {
			f.st.Reconnect()
			return false
		}
	}
	if f.going == 0 {
		_ = f.st.Flush()
		return false
	}
	return true
}

func (f *follower) topics() (topics []string) {
	for _, g := range f.games {
		switch g.role {
		case plays:
			topics = append(topics, live.GameTopic(g.id))
		case watches:
			topics = append(topics, live.GameTopic(g.id), live.AudienceTopic(g.id))
		case waits:
			topics = append(topics, live.SpectatorTopic(g.id), live.AudienceTopic(g.id))
		}
	}
	return topics
}

// counted has the streams of the games told that one more watches them, or one
// less.
func (f *follower) counted() {
	for _, g := range f.games {
		if g.role != plays {
			f.s.watchers.changed(g.id)
		}
	}
}

// sit makes a player of a viewer who has taken a seat in a game, and gives the game
// as they then see it: what a delay held back comes first, and nothing twice.
func (f *follower) sit(g *followed, now *journal.Game) (*journal.Game, error) {
	if g.role == plays || !now.State.Seats.Holds(f.viewer) {
		return now, nil
	}
	waited := g.role == waits
	g.role = plays
	f.sub.Move(f.topics()...)
	f.s.watchers.changed(g.id)
	now, err := f.s.Access.Newest(f.ctx, g.id, f.viewer)
	if err != nil {
		return nil, err
	}
	if waited { // the state at the start was without it
		presence, err := f.s.ViewPresence(f.ctx, now.State.Seats)
		if err != nil {
			return nil, err
		}
		members, err := rest.FrameMembers(f.s.Clock, view.PresenceFrame{GameID: g.id, Presence: presence})
		if err != nil {
			return nil, err
		}
		f.st.Add("presence", "", members)
	}
	return now, f.catchUp(g, now)
}

// begin writes the events after a revision, or else the game as it stands.
func (f *follower) begin(g *followed, from *uint64) error {
	now, err := f.s.Access.Newest(f.ctx, g.id, f.viewer)
	if err != nil {
		return err
	}
	if from != nil && *from <= now.Revision {
		g.sent = from
		if err := f.catchUp(g, now); err != nil {
			return err
		}
	} else {
		if from != nil {
			members, err := rest.FrameMembers(f.s.Clock, gameRefView{g.id})
			if err != nil {
				return err
			}
			f.st.Add(FrameReset, "", members)
		}
		if err := f.state(g, now); err != nil {
			return err
		}
	}
	if now, err = f.sit(g, now); err != nil {
		return err
	}
	return f.ended(g, now.State.Status == game.Over)
}

// state writes a game as it stands.
func (f *follower) state(g *followed, now *journal.Game) error {
	shown, err := f.s.Views.Game(f.ctx, now, f.viewer)
	if err != nil {
		return err
	}
	v := stateView{Game: shown, Watchers: f.s.Live.Count(live.AudienceTopic(g.id))}
	if !access.DelayedFor(&now.State, f.viewer) {
		presence, err := f.s.ViewPresence(f.ctx, now.State.Seats)
		if err != nil {
			return err
		}
		v.Presence = &presence
	}
	members, err := rest.FrameMembers(f.s.Clock, v)
	if err != nil {
		return err
	}
	g.sent = new(now.Revision)
	f.st.Add(FrameState, f.cursor(), members)
	return nil
}

// catchUp writes the events that the client lacks, up to a game's last.
func (f *follower) catchUp(g *followed, now *journal.Game) error {
	for r, err := range f.s.Journal.Events(f.ctx, now, *g.sent+1) {
		if err != nil {
			return err
		}
		frame, err := eventFrame(f.s.Clock, now, r)
		if err != nil {
			return err
		}
		f.event(g, frame)
		if err := f.st.FlushLong(); err != nil {
			return err
		}
	}
	return nil
}

func (f *follower) event(g *followed, frame *live.Frame) {
	g.sent = new(frame.Revision)
	f.st.Add(frame.Kind, f.cursor(), frame.Members)
}

// ended writes that a game is over, and ends the stream after the last one.
func (f *follower) ended(g *followed, over bool) error {
	if !over || g.over {
		return nil
	}
	members, err := rest.FrameMembers(f.s.Clock, gameRefView{g.id})
	if err != nil {
		return err
	}
	g.over = true
	f.going--
	f.st.Add(FrameEnd, "", members)
	return nil
}

func (f *follower) deliver(frame *live.Frame) error {
	if frame.Game == "" {
		f.st.Add(frame.Kind, "", frame.Members)
		return nil
	}
	for _, g := range f.games {
		if g.id != frame.Game {
			continue
		}
		if frame.Kind == frameGone {
			if _, err := f.s.Access.Newest(f.ctx, g.id, f.viewer); err != nil {
				return err
			}
		} else if mayRead, ok := frame.About.(live.Readers); ok {
			f.deliverMessage(g, frame, mayRead)
		} else if err := f.deliverEvent(g, frame); err != nil {
			return err
		}
	}
	if f.going == 0 {
		return errEnded
	}
	return nil
}

// deliverEvent writes an event that comes next, passes over one that the client
// knows, and fetches those before it that are missing.
func (f *follower) deliverEvent(g *followed, frame *live.Frame) error {
	var now *journal.Game
	var over bool
	switch {
	case frame.Revision <= *g.sent:
		return nil
	case frame.Revision == *g.sent+1 && len(frame.Members) > 0:
		f.event(g, frame)
		about := frame.About.(eventOf)
		now, over = about.game, about.kind == game.Ended{}.EventType()
	default:
		var err error
		if now, err = f.s.Access.Newest(f.ctx, g.id, f.viewer); err != nil {
			return err
		}
		if err := f.catchUp(g, now); err != nil {
			return err
		}
		over = now.State.Status == game.Over
	}
	if g.role != plays {
		now, err := f.sit(g, now)
		if err != nil {
			return err
		}
		over = over || g.role == plays && now.State.Status == game.Over
	}
	return f.ended(g, over)
}

// deliverMessage writes a frame that the client may read as the game stands in its
// stream. Others it finds by GET once it may.
func (f *follower) deliverMessage(g *followed, frame *live.Frame, mayRead live.Readers) {
	if mayRead(f.viewer, g.over) {
		f.st.Add(frame.Kind, "", frame.Members)
	}
}
