package seek

import (
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/pairing"
)

type quickPlayBody struct {
	Ruleset     *view.RulesetBody       `json:"ruleset"`
	TimeControl *game.TimeControlFields `json:"time_control"`
} // @name QuickPlay

// Pairing is a player's wish for a game and what it has come to.
type Pairing struct {
	ID          string           `json:"id"`
	Status      string           `json:"status"` // waiting, paired, withdrawn or expired
	Ruleset     view.Ruleset     `json:"ruleset"`
	TimeControl game.TimeControl `json:"time_control"`
	ExpiresAt   game.Instant     `json:"expires_at"` // unless it is asked for before
	GameID      *string          `json:"game_id"`    // null unless paired
} // @name Pairing

func (h *Handlers) viewPairing(p journal.Seek) Pairing {
	w := &p.Seek
	v := Pairing{ID: p.ID, Status: "waiting", Ruleset: view.Ruleset(w.Terms.Ruleset), TimeControl: w.Terms.TimeControl, ExpiresAt: w.Until}
	switch {
	case w.Made != nil:
		v.Status, v.GameID = "paired", &w.Made.Game
	case w.Withdrawn != nil:
		v.Status = "withdrawn"
	case !w.Waiting(h.now()):
		v.Status = "expired"
	}
	return v
}

// QuickPlay joins the line of those who want the same game.
//
//	@ID quickPlay
//	@Summary Find an opponent
//	@Description Pairs two players who want the same rules and clocks: 201 with the game if somebody waits already, else 202. While you wait, ask `GET /v1/quick-play/{id}` or keep its stream open; a seek not asked about for 15 seconds lapses. Sides are drawn. The same request again is the same seek, and once paired the same pairing until a turn is made or the game is over.
//	@Tags rooms
//	@Param body body quickPlayBody false "What kind of game"
//	@Success 201 {object} Pairing "Paired"
//	@Success 202 {object} Pairing "Waiting"
//	@Failure 422 {object} rest.Problem "invalid_ruleset invalid_time_control"
//	@Failure 409 {object} rest.Problem "conflict"
//	@x-traits ["token","body","store","quick play","limited by quick-play","new game","charged by other-writes-a-day","charged by games-a-day"]
//	@Router /v1/quick-play [post]
func (h *Handlers) QuickPlay(c echo.Context) error {
	ctx := rest.NewCommandContext(c)
	defer ctx.End()
	identity, err := h.Access.RequireWithin(c, limit.QuickPlay)
	if err != nil {
		return err
	}
	data, err := rest.ReadBody(c)
	if err != nil {
		return err
	}
	q := journal.Request{At: h.now(), Actor: identity.Player, Correlation: rest.RequestID(c)}
	if q.Key, err = rest.IdempotencyKey(c); err != nil {
		return err
	}
	if q.Key != "" {
		q.Digest = rest.Digest(c.Request().URL.Path, data)
	}
	terms, err := parseTerms(data)
	if err != nil {
		return err
	}
	if err := h.RoomForMore(); err != nil {
		return err
	}
	if _, err := h.Limits.Spend(c, limit.OtherWritesADay, 1); err != nil {
		return err
	}
	refund, err := h.Limits.Spend(c, limit.GamesADay, 1)
	if err != nil {
		return err
	}
	if err := h.Access.EnsurePlayer(ctx, identity); err != nil {
		refund()
		return err
	}
	p, err := h.Journal.Seeks.Enter(ctx, terms, drawSide(), q)
	if err != nil || p.Replayed || p.Made == nil {
		refund()
	}
	if err != nil {
		return err
	}
	return h.answerPairing(c, p)
}

func drawSide() janggi.Side { return janggi.Side(rand.IntN(2)) }

func parseTerms(data []byte) (terms pairing.Terms, err error) {
	var b quickPlayBody
	if err := body.Decode(data, &b); err != nil {
		return terms, err
	}
	terms.Ruleset, _ = game.RulesetNamed(game.DefaultPreset)
	terms.TimeControl = game.DefaultTimeControl()
	if b.Ruleset != nil {
		terms.Ruleset = game.Ruleset(*b.Ruleset)
	}
	if b.TimeControl != nil {
		if terms.TimeControl, err = b.TimeControl.TimeControl(); err != nil {
			return terms, err
		}
	}
	if err := terms.Ruleset.Validate(); err != nil {
		return terms, err
	}
	return terms, terms.TimeControl.Validate()
}

func (h *Handlers) answerPairing(c echo.Context, p journal.Seek) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if p.Replayed {
		c.Response().Header().Set(rest.HeaderReplayed, "true")
	}
	if p.Made == nil {
		return rest.WriteJSON(c, http.StatusAccepted, rest.MimeJSON, h.viewPairing(p))
	}
	c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+p.Made.Game)
	return rest.WriteJSON(c, http.StatusCreated, rest.MimeJSON, h.viewPairing(p))
}

const maxWaitMS = 20_000

// Await tells what has become of a wish, and waits for it.
//
//	@ID awaitPairing
//	@Summary Wait for an opponent
//	@Description What became of the seek, and keeps it alive. With `wait_ms` the answer comes once there is an opponent, or after that time. As a stream (`Accept: text/event-stream` or `application/x-ndjson`): a `waiting` frame, then a `paired` one. Hanging up before withdraws, unless you wait for the seek elsewhere too.
//	@Tags rooms
//	@Param id path string true "Wish"
//	@Param wait_ms query int false "How long to wait" minimum(0) maximum(20000) default(0)
//	@Success 200 {object} Pairing "The wish"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 404 {object} rest.Problem "not_found"
//	@Failure 409 {object} rest.Problem "conflict"
//	@x-traits ["token","store","pairing stream","limited by quick-play"]
//	@Router /v1/quick-play/{id} [get]
func (h *Handlers) Await(c echo.Context) error {
	player, invalid := h.Access.StreamIdentity(c)
	if err := h.Limits.Take(c, limit.QuickPlay, rest.Sender(c, player)); err != nil {
		return err
	}
	if invalid == nil && player == "" {
		invalid = rest.Unauthenticated("this call needs a token or a ticket")
	}
	if invalid != nil {
		return invalid
	}
	wait, err := rest.IntParam(c, "wait_ms", 0, 0, maxWaitMS)
	if err != nil {
		return err
	}
	w := &pairingWait{h: h, id: c.Param("id"), player: player}
	if rest.Preferred(c, rest.MimeJSON, rest.MimeSSE, rest.MimeNDJSON) != rest.MimeJSON {
		return w.stream(c)
	}
	if err := h.Access.UseTicket(c); err != nil {
		return err
	}
	p, err := w.poll(c.Request().Context(), time.Duration(wait)*time.Millisecond)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, h.viewPairing(p))
}

// Withdraw leaves the line.
//
//	@ID withdrawPairing
//	@Summary Stop waiting for an opponent
//	@Description Ends the seek. If it was paired meanwhile, the answer is that pairing.
//	@Tags rooms
//	@Param id path string true "Wish"
//	@Success 200 {object} Pairing "The wish: withdrawn, or paired where that was faster"
//	@Failure 404 {object} rest.Problem "not_found"
//	@Failure 409 {object} rest.Problem "conflict"
//	@x-traits ["token","store"]
//	@Router /v1/quick-play/{id} [delete]
func (h *Handlers) Withdraw(c echo.Context) error {
	identity, err := h.Access.Require(c)
	if err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	ctx := rest.NewCommandContext(c)
	defer ctx.End()
	p, err := h.Journal.Seeks.Withdraw(ctx, c.Param("id"), identity.Player, false, h.now())
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, h.viewPairing(p))
}
