package watch

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// playerStateView is what a player's stream begins with.
type playerStateView struct {
	Games []view.Summary `json:"games"` // of the player, that are not over
	More  bool           `json:"more"`  // the next frame is a state with more of them
}

// Player tells a player what happens in all of the player's games.
//
//	@ID streamPlayer
//	@Summary Hear of your games
//	@Description What concerns the player of the token in any game: `your_turn`, `game_started`, `offer_made`, `game_ended` and `paired` frames, after a `state` frame with the games that are not over. `Last-Event-ID`, or `from`, resumes.
//	@Tags live
//	@Produce text/event-stream
//	@Success 200 {string} string "Frames"
//	@x-traits ["stream","stream of a player","store"]
//	@Router /v1/me/stream [get]
func (s *Streams) Player(c echo.Context) error {
	player, invalid := s.Access.StreamIdentity(c)
	leave, err := s.Access.Admit(c, player)
	if err != nil {
		return err
	}
	defer leave()
	if invalid == nil && player == "" {
		invalid = rest.Unauthenticated("this call needs a token or a ticket")
	}
	if invalid != nil {
		return invalid
	}
	sub := s.Live.Subscribe(live.PlayerTopic(player))
	defer sub.Close()
	p := &PlayerFollower{S: s, Ctx: c.Request().Context(), Player: player, Seen: map[string]uint64{}}
	text, resumes := rest.ResumeAfter(c)
	begin, resumed, err := p.Prepare(text)
	if err != nil {
		return err
	}
	if err := s.Access.UseTicket(c); err != nil {
		return err
	}
	defer s.EnterPresence(player)()
	p.St = rest.OpenStream(c, s.Clock, s.Limits.Streams)
	if resumes && !resumed {
		p.St.Add(FrameReset, "", p.St.ServerTime())
	}
	for _, f := range begin {
		p.write(f)
		if p.St.FlushLong() != nil {
			return nil // the client is gone
		}
	}
	return s.pump(c, p.St, sub, p.Deliver)
}

// PlayerFollower writes what concerns a player into a stream.
type PlayerFollower struct {
	S      *Streams
	Ctx    context.Context
	St     *rest.Stream
	Player string
	after  eventstore.Position // where the client resumes
	Seen   map[string]uint64   // by game: revision up to which the stream's begin has it
}

// Prepare makes the frames that the stream begins with: what happened after a
// cursor, or where that is unknown or too long ago, all games as they stand.
func (p *PlayerFollower) Prepare(cursor string) (begin []*live.Frame, resumed bool, err error) {
	if from, malformed := eventstore.ParsePosition(cursor); malformed == nil {
		if resumed, err = p.S.reached(p.Ctx, from); err != nil {
			return nil, false, err
		}
		if resumed {
			begin, resumed, err = p.missed(from)
		}
		if err != nil {
			return nil, false, err
		}
		if resumed {
			p.after = from
			return begin, true, nil
		}
	}
	begin, err = p.standing()
	return begin, false, err
}

// standing makes states of the player's games that are not over.
func (p *PlayerFollower) standing() (frames []*live.Frame, err error) {
	var at eventstore.Position
	games := make([]view.Summary, 0)
	clear(p.Seen) // what a resuming that was given up has put in
	// In the order in which games go on: one that goes on between two of the lists
	// is in both, the newer last, and not in neither.
	for _, status := range []game.Status{game.Waiting, game.Setup, game.Playing} {
		for page, err := range p.own(projections.Filter{Status: status}) {
			if err != nil {
				return nil, err
			}
			if at == 0 || page.Position < at {
				at = page.Position // what came later may not be in every one of the lists
			}
			for i := range page.Games {
				if len(games) == projections.MaxLimit {
					f, err := rest.NewFrame(p.S.Clock, FrameState, playerStateView{games, true})
					if err != nil {
						return nil, err
					}
					frames, games = append(frames, f), games[:0]
				}
				players, err := p.S.Views.Seats(p.Ctx, page.Games[i].Seats)
				if err != nil {
					return nil, err
				}
				p.Seen[page.Games[i].ID] = page.Games[i].Revision
				games = append(games, view.NewSummary(&page.Games[i], p.Player, players))
			}
		}
	}
	f, err := rest.NewFrame(p.S.Clock, FrameState, playerStateView{games, false})
	f.Position, f.About = at, lastOfEvent
	return append(frames, f), err
}

// own yields the pages of a list of the player's games.
func (p *PlayerFollower) own(f projections.Filter) iter.Seq2[projections.Page, error] {
	return p.S.Access.OwnGames(p.Ctx, p.Player, f)
}

// MaxMissed is how many games, and frames, a stream catches up on.
const MaxMissed = 1000

// missed makes the frames of what happened in the player's games after a
// position; false where that is too much.
func (p *PlayerFollower) missed(from eventstore.Position) (frames []*live.Frame, all bool, err error) {
	for page, err := range p.own(projections.Filter{Since: from}) {
		if err != nil {
			return nil, false, err
		}
		for i := range page.Games {
			if frames, err = p.missedIn(page.Games[i].ID, from, frames); err != nil {
				return nil, false, err
			}
			if len(p.Seen) > MaxMissed || len(frames) > MaxMissed {
				return nil, false, nil
			}
		}
	}
	slices.SortStableFunc(frames, func(a, b *live.Frame) int { return cmp.Compare(a.Position, b.Position) })
	return frames, true, nil
}

// missedIn appends the frames of what happened in a game.
func (p *PlayerFollower) missedIn(id string, from eventstore.Position, frames []*live.Frame) ([]*live.Frame, error) {
	g, err := p.S.Journal.Refresh(p.Ctx, id)
	if err != nil {
		return nil, err
	}
	p.Seen[id] = g.Revision
	for r, err := range p.S.Journal.Events(p.Ctx, g, 0) {
		if err != nil {
			return nil, err
		}
		if r.Position <= from {
			continue
		}
		more, err := p.S.noticeFrames(g, r, p.Player)
		if err != nil {
			return nil, err
		}
		if frames = append(frames, more...); len(frames) > MaxMissed {
			break
		}
	}
	return frames, nil
}

func (p *PlayerFollower) Deliver(f *live.Frame) error {
	if seen, begun := p.Seen[f.Game]; f.Position > p.after && (!begun || f.Revision > seen) {
		p.write(f)
	}
	return nil
}

func (p *PlayerFollower) write(f *live.Frame) {
	cursor := ""
	if f.About == lastOfEvent {
		cursor = f.Position.String()
	}
	p.St.Add(f.Kind, cursor, f.Members)
}
