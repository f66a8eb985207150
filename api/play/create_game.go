package play

import (
	"fmt"
	"math/rand/v2"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

type createGameBody struct {
	Ruleset          *view.RulesetBody       `json:"ruleset"`
	TimeControl      *game.TimeControlFields `json:"time_control"`
	SetupMS          *int64                  `json:"setup_ms"`
	Side             string                  `json:"side"`
	Opponent         *opponentBody           `json:"opponent"`
	Visibility       string                  `json:"visibility"`
	StartFEN         *string                 `json:"start_fen"`
	SpectatorDelayMS *int64                  `json:"spectator_delay_ms"`
	Labels           map[string]string       `json:"labels"`
	Chat             *bool                   `json:"chat"`
	Players          *playersBody            `json:"players"`
} // @name CreateGame

// Create opens a game.
//
//	@ID createGame
//	@Summary Open a game
//	@Description All members are optional: an empty body opens a `standard` game with 90 seconds a turn, in which you play Cho against whoever joins. Pass on `id` or `room_code`. A game that nobody joins is aborted after 24 hours. Against a computer, and between two of them, it begins at once. With `players` (scope `organise`) the two who are named sit down at once. `If-Match` is refused: there is no revision to match.
//	@Tags games
//	@Param body body createGameBody false "What kind of game"
//	@Success 201 {object} view.Game "The game"
//	@Failure 412 {object} rest.Problem "stale_revision"
//	@Failure 403 {object} rest.Problem "forbidden"
//	@Failure 422 {object} rest.Problem "invalid_ruleset invalid_time_control invalid_position computer_unavailable"
//	@Failure 503 {object} rest.Problem "overloaded"
//	@x-traits ["command","created","new game","limited by game-creations","charged by games-a-day"]
//	@Router /v1/games [post]
func (h *Handlers) Create(c echo.Context) error {
	ctx := rest.NewCommandContext(c)
	defer ctx.End()

	identity, err := h.Access.RequireWithin(c, limit.GameCreations)
	if err != nil {
		return err
	}
	q, err := h.Access.ReadRequest(c, identity, func(data []byte) (game.Command, error) {
		return parseCreate(data, identity.Player)
	})
	if err != nil {
		return err
	}
	create := q.Command.(game.Create)
	if create.Both != nil && create.Opponent != game.OpponentComputers {
		if err := h.mayOpenFor(ctx, identity, *create.Both); err != nil {
			return err
		}
	}
	if conditional := c.Request().Header.Values(rest.HeaderIfMatch); len(conditional) > 0 { // "*" too: there is no game yet
		return rest.NewProblem(rest.CodeStaleRevision, "a game that is yet to be created has no revision")
	}
	if err := h.RoomForMore(); err != nil {
		return err
	}
	refund, err := h.Limits.Spend(c, limit.GamesADay, 1)
	if err != nil {
		return err
	}
	refundTurns, err := h.admitComputers(c, create)
	if err == nil {
		err = h.Access.EnsurePlayer(ctx, identity)
	}
	if err != nil {
		refund()
		refundTurns()
		return err
	}
	result, err := h.Journal.Create(ctx, create, q)
	if err != nil || result.Replayed {
		refund()
		refundTurns()
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+result.Game.ID)
	return h.answerCommand(c, ctx, http.StatusCreated, result, identity.Player)
}

// parseCreate reads a creation; every field is optional.
func parseCreate(data []byte, player string) (game.Create, error) {
	var b createGameBody
	if err := body.Decode(data, &b); err != nil {
		return game.Create{}, err
	}
	create := game.Create{Player: player, TimeControl: game.DefaultTimeControl(), Labels: b.Labels}
	create.Ruleset, _ = game.RulesetNamed(game.DefaultPreset)
	if b.Ruleset != nil {
		create.Ruleset = game.Ruleset(*b.Ruleset)
	}
	if b.StartFEN != nil {
		create.StartFEN = *b.StartFEN
	}
	var err error
	if b.TimeControl != nil {
		if create.TimeControl, err = b.TimeControl.TimeControl(); err != nil {
			return create, err
		}
	}
	if create.Side, err = parseWish(b.Side); err != nil {
		return create, err
	}
	if create.Visibility, err = parseVisibility(b.Visibility); err != nil {
		return create, err
	}
	if err := rest.CheckLabels(b.Labels); err != nil {
		return create, err
	}
	if err := parseOpponent(b.Opponent, &create); err != nil {
		return create, err
	}
	if create.SetupMS, err = setupTime(b.SetupMS, create.TimeControl); err != nil {
		return create, err
	}
	if create.SpectatorDelayMS, err = parseSpectatorDelay(b.SpectatorDelayMS); err != nil {
		return create, err
	}
	create.NoChat = b.Chat != nil && !*b.Chat
	if b.Players != nil {
		if create.Both, err = parsePlayers(b); err != nil {
			return create, err
		}
	}
	if b.Side != "" && create.Opponent == game.OpponentComputers {
		return create, rest.BadField("side", "goes without computers on both sides")
	}
	if b.StartFEN != nil && *b.StartFEN == "" {
		return create, view.InField("start_fen", &janggi.InvalidPositionError{Detail: "a FEN is not empty"})
	}
	return create, view.InField("start_fen", create.Validate())
}

// parseWish draws lots for "random": the one place where chance comes in, so
// that the side is a fact in the first event.
func parseWish(side string) (janggi.Side, error) {
	switch side {
	case "":
		return janggi.Cho, nil
	case "random":
		return janggi.Side(rand.IntN(2)), nil
	}
	parsed, err := janggi.ParseSide(side)
	if err != nil {
		return 0, rest.BadField("side", "must be cho, han or random")
	}
	return parsed, nil
}

func parseVisibility(v string) (game.Visibility, error) {
	switch visibility := game.Visibility(v); visibility {
	case "":
		return game.Public, nil
	case game.Public, game.Unlisted, game.Private:
		return visibility, nil
	}
	return "", rest.BadField("visibility", "must be public, unlisted or private")
}

// setupTime is the time for a setup: none where the game itself has no limit.
func setupTime(ms *int64, tc game.TimeControl) (int64, error) {
	if ms == nil {
		ms = new(int64(game.DefaultSetupMS))
	}
	if *ms == 0 {
		return 0, &game.InvalidTimeControlError{Field: "setup_ms", Detail: "must not be 0"}
	}
	if err := game.ValidateSetupTime(*ms); err != nil || tc.Type == game.Unlimited {
		return 0, err
	}
	return *ms, nil
}

// parseSpectatorDelay reads how much later than the players all others see the
// game; absent is at once.
func parseSpectatorDelay(ms *int64) (int64, error) {
	if ms == nil {
		return 0, nil
	}
	if *ms < 0 || *ms > game.MaxSpectatorDelayMS {
		return 0, rest.BadField("spectator_delay_ms", fmt.Sprintf("must be 0 to %d", game.MaxSpectatorDelayMS))
	}
	return *ms, nil
}
