package chat

import (
	"context"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/chat"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// FrameMessage is the kind of the frames that bring what is said at a board.
// They have no cursor: a chat is no part of its game's revisions.
const FrameMessage = "message"

type messageFrameView struct {
	GameID string `json:"game_id"`
	Message
}

// Publish passes what was said at a board on to the game's streams; each of
// them decides whether its client may read it.
func (h *Handlers) Publish(id string, r eventstore.Recorded) {
	if !h.Live.Heard(live.GameTopic(id)) && !h.Live.Heard(live.SpectatorTopic(id)) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rest.CommandTimeout)
	defer cancel()
	f, err := h.messageFrame(ctx, id, r)
	if err != nil {
		h.Log.Error("streams are not told what was said", "stream", r.Stream, "revision", r.Revision, "error", err)
		return
	}
	h.Live.PublishIn(f, live.GameTopic(id), live.SpectatorTopic(id))
}

func (h *Handlers) messageFrame(ctx context.Context, id string, r eventstore.Recorded) (*live.Frame, error) {
	m, err := journal.DecodeMessage(r)
	if err != nil {
		return nil, err
	}
	g, err := h.Journal.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	v, err := h.viewMessage(ctx, m)
	if err != nil {
		return nil, err
	}
	f, err := rest.NewFrame(h.Clock, FrameMessage, messageFrameView{id, v})
	f.Game, f.About = id, readers(m.Posted.Room, g.State.Seats)
	return f, err
}

// readers decides by the seats, as of the message or later, who may read a room:
// a spectator of then may be a player by now.
func readers(room chat.Room, seats game.Seats) live.Readers {
	return func(player string, over bool) bool {
		return chat.Standing{Plays: seats.Holds(player), Over: over}.MayRead(room)
	}
}
