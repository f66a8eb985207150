package api

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/pairing"
)

type quickPlayBody struct {
	Ruleset     *rulesetBody            `json:"ruleset"`
	TimeControl *game.TimeControlFields `json:"time_control"`
} // @name QuickPlay

// pairingView is a player's wish for a game and what it has come to.
type pairingView struct {
	ID          string           `json:"id"`
	Status      string           `json:"status"` // waiting, paired, withdrawn or expired
	Ruleset     game.Ruleset     `json:"ruleset"`
	TimeControl game.TimeControl `json:"time_control"`
	ExpiresAt   game.Instant     `json:"expires_at"` // unless it is asked for before
	GameID      *string          `json:"game_id"`    // null unless paired
} // @name Pairing

func (s *Server) viewPairing(p journal.Pairing) pairingView {
	w := &p.Wish
	v := pairingView{ID: p.ID, Status: "waiting", Ruleset: w.Terms.Ruleset, TimeControl: w.Terms.TimeControl, ExpiresAt: w.Until}
	switch {
	case w.Made != nil:
		v.Status, v.GameID = "paired", &w.Made.Game
	case w.Withdrawn:
		v.Status = "withdrawn"
	case !w.Waiting(s.arrival()):
		v.Status = "expired"
	}
	return v
}

// quickPlay joins the line of those who want the same game.
//
//	@ID quickPlay
//	@Summary Find an opponent
//	@Description Pairs two players who want the same: 201 with the game where somebody waits already, else 202. Who waits asks `GET /v1/quick-play/{id}`, which waits too, or keeps its stream open; a wish that is not asked about for 15 seconds has lapsed. Sides are drawn. The same again while waiting is the same wish, and after pairing, until a turn is made or the game is over, the same pairing.
//	@Tags rooms
//	@Param body body quickPlayBody false "What kind of game"
//	@Success 201 {object} pairingView "Paired"
//	@Success 202 {object} pairingView "Waiting"
//	@Failure 422 {object} Problem "invalid_ruleset invalid_time_control"
//	@Failure 409 {object} Problem "conflict"
//	@x-traits ["token","body","store","quick play","limited by quick-play"]
//	@Router /v1/quick-play [post]
func (s *Server) quickPlay(c echo.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), commandTimeout)
	defer cancel()
	identity, err := s.identify(c)
	if err := s.take(c, limit.QuickPlay, sender(c, identity)); err != nil {
		return err
	}
	if err == nil && identity.Player == "" {
		err = unauthenticated("this call needs a token")
	}
	if err != nil {
		return err
	}
	data, err := readBody(c)
	if err != nil {
		return err
	}
	key, err := idempotencyKey(c)
	if err != nil {
		return err
	}
	terms, err := parseTerms(data)
	if err != nil {
		return err
	}
	if err := s.enrol(ctx, identity); err != nil {
		return err
	}
	p, err := s.journal.Seek(ctx, terms, identity.Player, key, drawSide(), s.arrival())
	if err != nil {
		return err
	}
	return s.answerPairing(c, p)
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

func (s *Server) answerPairing(c echo.Context, p journal.Pairing) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if p.Wish.Made == nil {
		return writeJSON(c, http.StatusAccepted, mimeJSON, s.viewPairing(p))
	}
	c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+p.Wish.Made.Game)
	return writeJSON(c, http.StatusCreated, mimeJSON, s.viewPairing(p))
}

const (
	// renewEvery is how often a wish is renewed for somebody who waits here.
	renewEvery = 5 * time.Second

	maxWaitMS = 20_000
)

// awaitPairing tells what has become of a wish, and waits for it.
//
//	@ID awaitPairing
//	@Summary Wait for an opponent
//	@Description What has become of the wish; one that waits goes on waiting by it. With `wait_ms` the answer comes when there is an opponent, or when the time is over. As a stream (`Accept: text/event-stream` or NDJSON): a `waiting` frame, and a `paired` one when there is an opponent; whoever hangs up before has withdrawn.
//	@Tags rooms
//	@Param id path string true "Wish"
//	@Param wait_ms query int false "How long to wait" minimum(0) maximum(20000) default(0)
//	@Success 200 {object} pairingView "The wish"
//	@Failure 400 {object} Problem "bad_request"
//	@Failure 404 {object} Problem "not_found"
//	@Failure 409 {object} Problem "conflict"
//	@x-traits ["token","store","no store","pairing stream","limited by quick-play"]
//	@Router /v1/quick-play/{id} [get]
func (s *Server) awaitPairing(c echo.Context) error {
	player, invalid := s.streaming(c)
	if err := s.take(c, limit.QuickPlay, sender(c, auth.Identity{Player: player})); err != nil {
		return err
	}
	if invalid == nil && player == "" {
		invalid = unauthenticated("this call needs a token or a ticket")
	}
	if invalid != nil {
		return invalid
	}
	wait, err := intParam(c, "wait_ms", 0, 0, maxWaitMS)
	if err != nil {
		return err
	}
	w := &pairingWait{s: s, id: c.Param("id"), player: player}
	if preferred(c, mimeJSON, mimeSSE, mimeNDJSON) != mimeJSON {
		return w.stream(c)
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), time.Duration(wait)*time.Millisecond)
	defer cancel()
	p, err := w.wait(ctx)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return writeJSON(c, http.StatusOK, mimeJSON, s.viewPairing(p))
}

// withdrawPairing leaves the line.
//
//	@ID withdrawPairing
//	@Summary Stop waiting for an opponent
//	@Tags rooms
//	@Param id path string true "Wish"
//	@Success 200 {object} pairingView "The wish: withdrawn, or paired where that was faster"
//	@Failure 404 {object} Problem "not_found"
//	@Failure 409 {object} Problem "conflict"
//	@x-traits ["token","store","no store"]
//	@Router /v1/quick-play/{id} [delete]
func (s *Server) withdrawPairing(c echo.Context) error {
	identity, err := s.require(c)
	if err != nil {
		return err
	}
	p, err := s.withdraw(c.Request().Context(), c.Param("id"), identity)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return writeJSON(c, http.StatusOK, mimeJSON, s.viewPairing(p))
}

func (s *Server) withdraw(ctx context.Context, id string, identity auth.Identity) (journal.Pairing, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commandTimeout)
	defer cancel()
	return s.journal.Withdraw(ctx, id, identity.Player, s.arrival())
}

// pairingWait is somebody waiting for an opponent.
type pairingWait struct {
	s          *Server
	id, player string
}

func (w *pairingWait) look() (journal.Pairing, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	return w.s.journal.Renew(ctx, w.id, w.player, drawSide(), w.s.arrival())
}

// wait renews the wish until it has come to something or ctx ends.
func (w *pairingWait) wait(ctx context.Context) (journal.Pairing, error) {
	sub := w.s.live.Subscribe(wishTopic(w.id))
	defer sub.Close()
	for {
		p, err := w.look()
		if err != nil || !p.Wish.Waiting(w.s.arrival()) || ctx.Err() != nil {
			return p, err
		}
		pause, cancel := context.WithTimeout(ctx, renewEvery)
		_, err = sub.Next(pause)
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return p, nil // the node stops, or nobody waits any more
		}
	}
}

// stream waits for as long as the client does.
func (w *pairingWait) stream(c echo.Context) error {
	leave, err := w.s.admit(c, w.player)
	if err != nil {
		return err
	}
	defer leave()
	p, err := w.look()
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	defer w.s.presences.enter(w.player)()
	st := w.s.open(c)
	if p.Wish.Waiting(w.s.arrival()) {
		if w.write(st, p) != nil {
			return nil
		}
		if p, err = w.wait(ctx); err != nil {
			w.s.sendAway(st)
			return nil
		}
	}
	if ctx.Err() != nil {
		_, err := w.s.withdraw(ctx, w.id, auth.Identity{Player: w.player})
		return err
	}
	if p.Wish.Waiting(w.s.arrival()) {
		w.s.sendAway(st) // the node stops; the wish stands until the client comes again
		return nil
	}
	return w.write(st, p)
}

func (w *pairingWait) write(st *stream, p journal.Pairing) error {
	v := w.s.viewPairing(p)
	members, err := w.s.members(v)
	if err != nil {
		return err
	}
	st.add(v.Status, "", members)
	return st.flush()
}
