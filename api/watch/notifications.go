package watch

import (
	"encoding/json"
	"strings"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore"
)

// The kinds of frames of a player's stream.
const (
	NotifyPaired  = "paired"       // a game with both players has been made for them
	NotifyStarted = "game_started" // the setups are chosen
	NotifyTurn    = "your_turn"    // a setup or a turn is to be made
	NotifyOffer   = "offer_made"   // by the opponent
	NotifyEnded   = "game_ended"
)

// notificationView is what a player's stream tells of one of the player's games.
type notificationView struct {
	GameID   string        `json:"game_id"`
	Revision uint64        `json:"revision"` // of the event
	Event    string        `json:"event"`    // its type
	Side     *janggi.Side  `json:"side"`     // the player's; null for both
	Ply      int           `json:"ply"`
	Status   game.Status   `json:"status"`
	ToAct    *janggi.Side  `json:"to_act"`
	Deadline *game.Instant `json:"deadline"`
}

// lastOfEvent marks the last frame of an event: a client that has it may resume
// after the event.
const lastOfEvent = "last"

// turnEvents are the types of the events after which somebody else may be to act,
// with the status in which the game then is: what is stored together with a start
// is told by the start.
var turnEvents = map[string]game.Status{
	game.Created{}.EventType():        game.Setup,
	game.PlayerJoined{}.EventType():   game.Setup,
	game.SetupChosen{}.EventType():    game.Setup,
	game.Started{}.EventType():        game.Playing,
	game.MovePlayed{}.EventType():     game.Playing,
	game.TurnPassed{}.EventType():     game.Playing,
	game.TurnsTakenBack{}.EventType(): game.Playing,
}

// notificationKinds are the kinds of frames that an event of a game is worth to one of its
// players. The game is as of the event or later.
func notificationKinds(g *journal.Game, r eventstore.Recorded, by *janggi.Side, player string) (kinds []string, err error) {
	side, oneSide := g.State.Seats.SideOf(player)
	switch r.Type {
	case game.Created{}.EventType():
		var e game.Created
		if err := json.Unmarshal(r.Data, &e); err != nil {
			return nil, err
		}
		if oneSide && e.Seats.Cho != nil && e.Seats.Han != nil {
			kinds = append(kinds, NotifyPaired)
		}
	case game.Started{}.EventType():
		kinds = append(kinds, NotifyStarted)
	case game.Ended{}.EventType():
		kinds = append(kinds, NotifyEnded)
	}
	if strings.HasSuffix(r.Type, "Offered") && oneSide && by != nil && *by != side {
		kinds = append(kinds, NotifyOffer)
	}
	if toAct, any := g.State.ToAct(); any && turnEvents[r.Type] == g.State.Status && (!oneSide || toAct == side) {
		kinds = append(kinds, NotifyTurn)
	}
	return kinds, nil
}

// notify tells the players of a game of an event, those who listen.
func (s *Streams) notify(h subscription.Event) {
	for i, p := range h.Game.State.Seats {
		topic := live.PlayerTopic(p.ID)
		if p.ID == "" || i == 1 && p.ID == h.Game.State.Seats[0].ID || !s.Live.Heard(topic) {
			continue
		}
		frames, err := s.noticeFrames(h.Game, h.Recorded, p.ID)
		if err != nil {
			s.Log.Error("a player is not told of an event", "stream", h.Stream, "revision", h.Revision, "error", err)
			continue
		}
		for _, f := range frames {
			s.Live.Publish(topic, f)
		}
	}
}

func (s *Streams) noticeFrames(g *journal.Game, r eventstore.Recorded, player string) (frames []*live.Frame, err error) {
	m, err := journal.PublicMetadata(r.Metadata)
	if err != nil {
		return nil, err
	}
	kinds, err := notificationKinds(g, r, m.Side, player)
	if err != nil || len(kinds) == 0 {
		return nil, err
	}
	v := notificationView{GameID: g.ID, Revision: r.Revision, Event: r.Type, Ply: g.State.Ply(), Status: g.State.Status}
	if side, oneSide := g.State.Seats.SideOf(player); oneSide {
		v.Side = &side
	}
	if side, any := g.State.ToAct(); any {
		v.ToAct = &side
	}
	if deadline, any := g.State.Deadline(); any {
		v.Deadline = &deadline
	}
	for i, kind := range kinds {
		f, err := rest.NewFrame(s.Clock, kind, v)
		if err != nil {
			return nil, err
		}
		f.Game, f.Revision, f.Position = g.ID, r.Revision, r.Position
		if i == len(kinds)-1 {
			f.About = lastOfEvent
		}
		frames = append(frames, f)
	}
	return frames, nil
}
