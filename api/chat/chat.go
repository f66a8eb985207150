package chat

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/chat"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

type messageBody struct {
	Room *string `json:"room"`
	Text *string `json:"text"`
} // @name PostMessage

type Message struct {
	Number uint64       `json:"number"` // in the chat; numbers of the other room's are missing in between
	Room   chat.Room    `json:"room"`
	Player view.Profile `json:"player"`
	Text   string       `json:"text"`
	At     game.Instant `json:"at"`
} // @name Message

type Messages struct {
	GameID   string    `json:"game_id"`
	Messages []Message `json:"messages"`
	Next     *string   `json:"next"` // cursor of the next page; null at the end
} // @name MessagePage

// standingAt is how somebody stands to a game as they may see it.
func standingAt(g *journal.Game, player string) chat.Standing {
	return chat.Standing{Plays: g.State.Seats.Holds(player), Over: g.State.Status == game.Over}
}

// Post says something at a board.
//
//	@ID postMessage
//	@Summary Say something at a board
//	@Description Players and spectators have a room each, so that no advice (훈수) reaches the players: while the game lasts nobody reads or writes in the other one. Afterwards everybody reads both, and players write in both. Live streams bring messages as they are said. Chat is no part of the game's history. At least the last 256 messages with an `Idempotency-Key` are said once.
//	@Tags chat
//	@Param body body messageBody true "Where, unless it is the caller's own room, and what: 1 to 500 visible characters"
//	@Success 201 {object} Message "The message"
//	@Failure 403 {object} rest.Problem "other_room chat_off"
//	@Failure 409 {object} rest.Problem "event_limit"
//	@x-traits ["game","token","body","said","limited by chat","charged by messages-a-day"]
//	@Router /v1/games/{id}/chat [post]
func (h *Handlers) Post(c echo.Context) error {
	ctx := rest.NewCommandContext(c)
	defer ctx.End()

	identity, invalid := h.Access.Identify(c)
	g, err := h.Access.Visible(ctx, c.Param("id"), identity.Player, false)
	if err != nil {
		return err
	}
	if err := h.Limits.Take(c, limit.Chat, rest.Sender(c, identity.Player)); err != nil {
		return err
	}
	if invalid != nil {
		return invalid
	}
	if identity.Player == "" {
		return rest.Unauthenticated("this call needs a token")
	}
	if g.State.NoChat {
		return rest.NewProblem(rest.CodeChatOff, "")
	}
	who, err := h.speaking(ctx, g, identity.Player)
	if err != nil {
		return err
	}
	posted := chat.Posted{Player: identity.Player}
	q, err := h.Access.ReadRequest(c, identity, func(data []byte) (game.Command, error) {
		return nil, readMessage(data, &posted, who)
	})
	if err != nil {
		return err
	}
	if err := h.Access.EnsurePlayer(ctx, identity); err != nil {
		return err
	}
	var refused error
	if !who.MayPost(posted.Room) {
		refused = rest.NewProblem(rest.CodeOtherRoom, "")
	}
	refund, err := h.Limits.Spend(c, limit.MessagesADay, 1)
	if err != nil {
		return err
	}
	m, replayed, err := h.Journal.Chats.Post(ctx, g.ID, posted, q, refused)
	if err != nil || replayed {
		refund()
	}
	if err != nil {
		return err
	}
	v, err := h.viewMessage(ctx, m)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(rest.HeaderPosition, m.Position.String())
	if replayed {
		header.Set(rest.HeaderReplayed, "true")
	}
	return rest.WriteJSON(c, http.StatusCreated, rest.MimeJSON, v)
}

// speaking is how somebody stands to a game who says something there. Players
// join spectators whom a delay holds back when those have seen the end: a word
// before would tell them of it.
func (h *Handlers) speaking(ctx context.Context, g *journal.Game, player string) (chat.Standing, error) {
	who := standingAt(g, player)
	if who.Over && g.State.SpectatorDelayMS > 0 {
		shown, err := h.Journal.Shown(ctx, g, h.now())
		if err != nil && !errors.Is(err, journal.ErrNotFound) {
			return who, err
		}
		who.Over = err == nil && shown.State.Status == game.Over
	}
	return who, nil
}

// readMessage reads what somebody says. Who names no room means their own.
func readMessage(data []byte, p *chat.Posted, who chat.Standing) error {
	var b messageBody
	if err := body.Decode(data, &b); err != nil {
		return err
	}
	p.Room = chat.Spectators
	if who.Plays {
		p.Room = chat.Players
	}
	var err error
	if b.Room != nil {
		if p.Room, err = chat.ParseRoom(*b.Room); err != nil {
			return rest.BadField("room", err.Error())
		}
	}
	if b.Text == nil {
		return rest.BadField("text", "is missing")
	}
	if p.Text, err = chat.CleanText(*b.Text); err != nil {
		return rest.BadField("text", err.Error())
	}
	return nil
}

// maxMessages is the longest page of a chat.
const maxMessages = 200

// List reads a room of a chat.
//
//	@ID listMessages
//	@Summary Read what was said at a board
//	@Description A room's messages, oldest first. `cursor` goes on where a page ended; to ask for what was said since, send the number of the last message plus one as `from`. `after_position` waits up to 2 s for what a message's `Position` was on another node.
//	@Tags chat
//	@Param room query chat.Room false "Which room; the caller's own unless given"
//	@Param from query int false "Number of the first message; not together with `cursor`" minimum(0)
//	@Param cursor query string false "`next` of the page before, with the same room"
//	@Param limit query int false "How many at most" minimum(1) maximum(200) default(50)
//	@Param after_position query string false "Waits up to 2 s until this node has come to the position: that of a message's `Position`"
//	@Success 200 {object} Messages "A page of messages"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 403 {object} rest.Problem "other_room chat_off"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["game","anyone","store"]
//	@Router /v1/games/{id}/chat [get]
func (h *Handlers) List(c echo.Context) error {
	g, viewer, err := h.Access.Read(c)
	if err != nil {
		return err
	}
	if g.State.NoChat {
		return rest.NewProblem(rest.CodeChatOff, "")
	}
	ctx := c.Request().Context()
	who := standingAt(g, viewer)
	room := chat.Spectators
	if who.Plays {
		room = chat.Players
	}
	if c.QueryParams().Has("room") {
		if room, err = chat.ParseRoom(c.QueryParam("room")); err != nil {
			return rest.BadField("room", err.Error())
		}
	}
	if !who.MayRead(room) {
		return rest.NewProblem(rest.CodeOtherRoom, "")
	}
	from, err := rest.StartParam(c)
	if err != nil {
		return err
	}
	most, err := rest.IntParam(c, "limit", 50, 1, maxMessages)
	if err != nil {
		return err
	}
	if err := h.Access.AwaitPosition(c, ctx); err != nil {
		return err
	}
	page := Messages{GameID: g.ID, Messages: []Message{}}
	for m, err := range h.Journal.Chats.Messages(ctx, g.ID, from) {
		if err != nil {
			return err
		}
		if m.Posted.Room != room {
			continue
		}
		if len(page.Messages) == most {
			page.Next = new(strconv.FormatUint(m.Number, 10))
			break
		}
		v, err := h.viewMessage(ctx, m)
		if err != nil {
			return err
		}
		page.Messages = append(page.Messages, v)
	}
	rest.VariesByAsker(c.Response().Header())
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, page)
}

func (h *Handlers) viewMessage(ctx context.Context, m journal.Message) (Message, error) {
	name, err := h.Model.PlayerName(ctx, m.Posted.Player)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return Message{}, err
	}
	return Message{
		Number: m.Number, Room: m.Posted.Room, Player: view.Profile{ID: m.Posted.Player, Name: name}, Text: m.Posted.Text, At: m.At,
	}, nil
}
