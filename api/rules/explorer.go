package rules

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

type Explorer struct {
	FEN      *string            `json:"fen"`      // null where the starts are listed
	Plies    int                `json:"plies"`    // turns of each game that are known
	Moves    []continuationView `json:"moves"`    // the most frequent first
	Starts   []startView        `json:"starts"`   // without `fen`: the 16 starts
	Position string             `json:"position"` // of the store: games that ended up to it are counted
} // @name Explorer

type continuationView struct {
	Move    janggi.Move `json:"move"`
	Text    string      `json:"text"` // Korean record
	Games   int         `json:"games"`
	Results Results     `json:"results"`
	FEN     string      `json:"fen"` // position after it
} // @name Continuation

type startView struct {
	Setups  game.BySide[janggi.Setup] `json:"setups"`
	FEN     string                    `json:"fen"`
	Games   int                       `json:"games"`
	Results Results                   `json:"results"`
} // @name Start

// Results counts games by their result.
type Results struct {
	Cho  int `json:"cho"`
	Han  int `json:"han"`
	Draw int `json:"draw"`
	None int `json:"none"`
} // @name Results

// Explorer answers with the moves that were played from a position.
//
//	@ID explore
//	@Summary Explore openings
//	@Description The moves that were made from a position in the first 30 turns of all public games that are over, imported ones too, and how those games ended; a game with a spectator delay once its end may be known of. However it came about, a position is the pieces and the side to move. Without `fen` the 16 starts.
//	@Tags reference
//	@Param fen query string false "Position"
//	@Param after_position query string false "Waits up to 2 s until this position of the store is counted: that of a command's `Position`"
//	@Success 200 {object} Explorer "What was played"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 422 {object} rest.Problem "invalid_position"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["store","bounded by calculations"]
//	@Router /v1/explorer [get]
func (h *Handlers) Explorer(c echo.Context) error {
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	ctx := c.Request().Context()
	v := Explorer{Plies: projections.ExplorerPlies, Moves: []continuationView{}, Starts: []startView{}}
	var position janggi.Position
	asked := c.QueryParams().Has("fen")
	if asked {
		var err error
		if position, err = janggi.ParseFEN(c.QueryParam("fen")); err != nil {
			return view.InField("fen", err)
		}
		v.FEN = new(position.FEN())
	}
	if err := h.Access.AwaitPosition(c, ctx); err != nil {
		return err
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	var shown eventstore.Position
	if asked {
		v.Moves, shown, err = h.continuations(ctx, position, h.Now())
	} else {
		v.Starts, shown, err = h.starts(ctx, h.Now())
	}
	if err != nil {
		return err
	}
	v.Position = shown.String()
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}

// continuations are the moves that were made from a position.
func (h *Handlers) continuations(ctx context.Context, position janggi.Position, now game.Instant) ([]continuationView, eventstore.Position, error) {
	known, shown, err := h.Model.Explore(ctx, &position, now)
	board := janggi.NewGame(janggi.Rules{}, position)
	moves := make([]continuationView, 0, len(known))
	for _, k := range known {
		after := position
		after.Play(k.Move)
		moves = append(moves, continuationView{k.Move, board.Format(k.Move), k.Results.Games(), viewResults(k.Results), after.FEN()})
	}
	return moves, shown, err
}

// starts are the positions after the setups, with the games played from each.
func (h *Handlers) starts(ctx context.Context, now game.Instant) (starts []startView, shown eventstore.Position, err error) {
	for _, cho := range janggi.Setups() {
		for _, han := range janggi.Setups() {
			position := janggi.StartPosition(cho, han)
			var all projections.Results
			if all, shown, err = h.Model.ExploreStart(ctx, &position, now); err != nil {
				return nil, 0, err
			}
			setups := game.BySide[janggi.Setup]{Cho: cho, Han: han}
			starts = append(starts, startView{setups, position.FEN(), all.Games(), viewResults(all)})
		}
	}
	return starts, shown, nil
}

func viewResults(r projections.Results) Results {
	return Results{Cho: r[janggi.ChoWins], Han: r[janggi.HanWins], Draw: r[janggi.Draw], None: r[janggi.ResultNone]}
}
