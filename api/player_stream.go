package api

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

// playerStream tells a player what happens in all of the player's games.
//
//	@ID streamPlayer
//	@Summary Hear of your games
//	@Description What concerns the player of the token in any game: `your_turn`, `game_started`, `offer_made`, `game_ended` and `paired` frames, after a `state` frame with the games that are not over. `Last-Event-ID`, or `from`, resumes.
//	@Tags live
//	@Produce text/event-stream
//	@Success 200 {string} string "Frames"
//	@x-traits ["stream","stream of a player","store"]
//	@Router /v1/me/stream [get]
func (s *Server) playerStream(c echo.Context) error {
	player, invalid := s.access.StreamIdentity(c)
	leave, err := s.limits.Admit(c, player)
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
	sub := s.live.Subscribe(playerTopic(player))
	defer sub.Close()
	p := &playerNews{s: s, ctx: c.Request().Context(), player: player, seen: map[string]uint64{}}
	text, resumes := rest.ResumeAfter(c)
	begin, resumed, err := p.prepare(text)
	if err != nil {
		return err
	}
	if err := s.access.UseTicket(c); err != nil {
		return err
	}
	defer s.presences.enter(player)()
	p.st = rest.OpenStream(c, s.now, s.limits.Streams)
	if resumes && !resumed {
		p.st.Add(frameReset, "", p.st.ServerTime())
	}
	for _, f := range begin {
		p.write(f)
		if p.st.FlushLong() != nil {
			return nil // the client is gone
		}
	}
	return s.pump(c, p.st, sub, p.deliver)
}

// playerNews writes what concerns a player into a stream.
type playerNews struct {
	s      *Server
	ctx    context.Context
	st     *rest.Stream
	player string
	after  eventstore.Position // where the client resumes
	seen   map[string]uint64   // by game: revision up to which the stream's begin has it
}

// prepare makes the frames that the stream begins with: what happened after a
// cursor, or where that is unknown or too long ago, all games as they stand.
func (p *playerNews) prepare(cursor string) (begin []*live.Frame, resumed bool, err error) {
	if from, malformed := eventstore.ParsePosition(cursor); malformed == nil {
		if resumed, err = p.s.reached(p.ctx, from); err != nil {
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
func (p *playerNews) standing() (frames []*live.Frame, err error) {
	var at eventstore.Position
	games := make([]view.Summary, 0)
	clear(p.seen) // what a resuming that was given up has put in
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
					f, err := p.s.frameOf(frameState, playerStateView{games, true})
					if err != nil {
						return nil, err
					}
					frames, games = append(frames, f), games[:0]
				}
				players, err := p.s.views.Seats(p.ctx, page.Games[i].Seats)
				if err != nil {
					return nil, err
				}
				p.seen[page.Games[i].ID] = page.Games[i].Revision
				games = append(games, view.NewSummary(&page.Games[i], p.player, players))
			}
		}
	}
	f, err := p.s.frameOf(frameState, playerStateView{games, false})
	f.Position, f.About = at, lastNotice
	return append(frames, f), err
}

// own yields the pages of a list of the player's games.
func (p *playerNews) own(f projections.Filter) iter.Seq2[projections.Page, error] {
	return p.s.access.OwnGames(p.ctx, p.player, f)
}

// maxMissed is how many games, and frames, a stream catches up on.
const maxMissed = 1000

// missed makes the frames of what happened in the player's games after a
// position; false where that is too much.
func (p *playerNews) missed(from eventstore.Position) (frames []*live.Frame, all bool, err error) {
	for page, err := range p.own(projections.Filter{Since: from}) {
		if err != nil {
			return nil, false, err
		}
		for i := range page.Games {
			if frames, err = p.missedIn(page.Games[i].ID, from, frames); err != nil {
				return nil, false, err
			}
			if len(p.seen) > maxMissed || len(frames) > maxMissed {
				return nil, false, nil
			}
		}
	}
	slices.SortStableFunc(frames, func(a, b *live.Frame) int { return cmp.Compare(a.Position, b.Position) })
	return frames, true, nil
}

// missedIn appends the frames of what happened in a game.
func (p *playerNews) missedIn(id string, from eventstore.Position, frames []*live.Frame) ([]*live.Frame, error) {
	g, err := p.s.journal.Refresh(p.ctx, id)
	if err != nil {
		return nil, err
	}
	p.seen[id] = g.Revision
	for r, err := range p.s.journal.Events(p.ctx, g, 0) {
		if err != nil {
			return nil, err
		}
		if r.Position <= from {
			continue
		}
		more, err := p.s.noticeFrames(g, r, p.player)
		if err != nil {
			return nil, err
		}
		if frames = append(frames, more...); len(frames) > maxMissed {
			break
		}
	}
	return frames, nil
}

func (p *playerNews) deliver(f *live.Frame) error {
	if seen, begun := p.seen[f.Game]; f.Position > p.after && (!begun || f.Revision > seen) {
		p.write(f)
	}
	return nil
}

func (p *playerNews) write(f *live.Frame) {
	cursor := ""
	if f.About == lastNotice {
		cursor = f.Position.String()
	}
	p.st.Add(f.Kind, cursor, f.Members)
}
