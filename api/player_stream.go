package api

import (
	"cmp"
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// playerStateView is what a player's stream begins with.
type playerStateView struct {
	Games []summaryView `json:"games"` // of the player, that are not over, newest first
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
	player, invalid := s.streaming(c)
	leave, err := s.admit(c, player)
	if err != nil {
		return err
	}
	defer leave()
	if invalid == nil && player == "" {
		invalid = unauthenticated("this call needs a token or a ticket")
	}
	if invalid != nil {
		return invalid
	}
	sub := s.live.Subscribe(playerTopic(player))
	defer sub.Close()
	defer s.presences.enter(player)()
	p := &playerNews{s: s, ctx: c.Request().Context(), player: player, seen: map[string]uint64{}}
	text, resumes := resumeAfter(c)
	from, malformed := eventstore.ParsePosition(text)
	known := resumes && malformed == nil
	begin, err := p.prepare(known, from)
	if err != nil {
		return err
	}
	p.st = s.open(c)
	if resumes && !known {
		p.st.add(frameReset, "", s.serverTimeMember())
	}
	for _, f := range begin {
		p.write(f)
	}
	return s.pump(p.ctx, p.st, sub, p.deliver)
}

// playerNews writes what concerns a player into a stream.
type playerNews struct {
	s      *Server
	ctx    context.Context
	st     *stream
	player string
	seen   map[string]uint64 // by game: revision up to which the stream's begin has it
}

// prepare makes the frames that the stream begins with.
func (p *playerNews) prepare(resumes bool, from eventstore.Position) ([]*live.Frame, error) {
	if resumes {
		return p.missed(from)
	}
	var at eventstore.Position
	games := make([]summaryView, 0)
	for _, status := range []game.Status{game.Playing, game.Setup, game.Waiting} {
		page, err := p.own(status)
		if err != nil {
			return nil, err
		}
		if at == 0 || page.Position < at {
			at = page.Position // what came later may not be in every one of the lists
		}
		for i := range page.Games {
			players, err := p.s.seatViews(p.ctx, page.Games[i].Seats)
			if err != nil {
				return nil, err
			}
			p.seen[page.Games[i].ID] = page.Games[i].Revision
			games = append(games, viewSummary(&page.Games[i], p.player, players))
		}
	}
	f, err := p.s.frameOf(frameState, playerStateView{games})
	f.Position, f.About = at, lastNotice
	return []*live.Frame{f}, err
}

func (p *playerNews) own(status game.Status) (projections.Page, error) {
	return p.s.model.Games(p.ctx, projections.Filter{Status: status, Player: p.player, Viewer: p.player, Limit: projections.MaxLimit, Now: p.s.arrival()})
}

// missed makes the frames of what happened after a position in the player's last
// games.
func (p *playerNews) missed(from eventstore.Position) (frames []*live.Frame, err error) {
	page, err := p.own("")
	if err != nil {
		return nil, err
	}
	for i := range page.Games {
		g, err := p.s.journal.Refresh(p.ctx, page.Games[i].ID)
		if err != nil {
			return nil, err
		}
		p.seen[g.ID] = g.Revision
		if g.Position <= from {
			continue
		}
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
			frames = append(frames, more...)
		}
	}
	slices.SortStableFunc(frames, func(a, b *live.Frame) int { return cmp.Compare(a.Position, b.Position) })
	return frames, nil
}

func (p *playerNews) deliver(f *live.Frame) error {
	if seen, begun := p.seen[f.Game]; !begun || f.Revision > seen {
		p.write(f)
	}
	return nil
}

func (p *playerNews) write(f *live.Frame) {
	cursor := ""
	if f.About == lastNotice {
		cursor = f.Position.String()
	}
	p.st.add(f.Kind, cursor, f.Members)
}
