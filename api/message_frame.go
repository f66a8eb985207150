package api

import (
	"context"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/chat"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// frameMessage is the kind of the frames that bring what is said at a board.
// They have no cursor: a chat is no part of its game's revisions.
const frameMessage = "message"

type messageFrameView struct {
	GameID string `json:"game_id"`
	messageView
}

// said is what a stream needs to know of a message to keep the rooms apart.
type said struct {
	room  chat.Room
	seats game.Seats // as of the message or later: who looked on may play by now
}

// hearMessage passes what was said at a board on to the game's streams; each of
// them decides whether its client may read it.
func (s *Server) hearMessage(id string, r eventstore.Recorded) {
	if !s.live.Heard(gameTopic(id)) && !s.live.Heard(shownTopic(id)) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	f, err := s.messageFrame(ctx, id, r)
	if err != nil {
		s.log.Error("streams are not told what was said", "stream", r.Stream, "revision", r.Revision, "error", err)
		return
	}
	s.live.PublishIn(f, gameTopic(id), shownTopic(id))
}

func (s *Server) messageFrame(ctx context.Context, id string, r eventstore.Recorded) (*live.Frame, error) {
	m, err := journal.DecodeMessage(r)
	if err != nil {
		return nil, err
	}
	g, err := s.journal.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	v, err := s.viewMessage(ctx, m)
	if err != nil {
		return nil, err
	}
	f, err := s.frameOf(frameMessage, messageFrameView{id, v})
	f.Game, f.About = id, said{m.Posted.Room, g.State.Seats}
	return f, err
}

// deliverMessage writes a message that the client may read as the game stands in
// its stream. What it may not read now it finds by GET when it may.
func (f *follower) deliverMessage(g *followed, frame *live.Frame) {
	about := frame.About.(said)
	who := chat.Standing{Plays: about.seats.Holds(f.viewer), Over: g.over}
	if who.MayRead(about.room) {
		f.st.Add(frame.Kind, "", frame.Members)
	}
}
