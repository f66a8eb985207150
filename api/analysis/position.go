package analysis

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

const (
	defaultNodes = 100_000
	maxNodes     = 2_000_000
	maxLines     = 10
)

type analyzeBody struct {
	FEN      *string               `json:"fen"`
	Setups   *game.BySide[*string] `json:"setups"`
	Ruleset  *view.RulesetBody     `json:"ruleset"`
	Moves    []string              `json:"moves"`
	Nodes    *int64                `json:"nodes"`
	Strength *int                  `json:"strength"`
	Lines    *int                  `json:"lines"`
} // @name AnalyzePosition

// Analyze searches the best turns of a position.
//
//	@ID analyzePosition
//	@Summary Ask the engine about a position
//	@Description The best turns after moves from a position, with scores. An equal request gets an equal answer from every server with this version of the engine. Games against computers go first. No help in a game between people: `game_in_progress` while the position (pieces and side to move) stands in one that you play. With `Accept: text/event-stream` or `application/x-ndjson` a frame `progress` comes for each depth, and `result` at the end. A client that hangs up ends the search.
//	@Tags reference
//	@Param body body analyzeBody false "Start, ruleset, moves, and how far to search"
//	@Success 200 {object} Analysis "The best turns"
//	@Failure 403 {object} rest.Problem "game_in_progress"
//	@Failure 422 {object} rest.Problem "illegal_move pass_in_check moves_after_end invalid_position invalid_setup invalid_ruleset analysis_unavailable"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["token","body","store","analysis stream","limited by analyses","bounded by searches"]
//	@Router /v1/positions/analysis [post]
func (h *Handlers) Analyze(c echo.Context) error {
	identity, err := h.Access.RequireWithin(c, limit.Analyses)
	if err != nil {
		return err
	}
	data, err := rest.ReadBody(c)
	if err != nil {
		return err
	}
	leave, err := h.Limits.Hold(c, limit.Searches)
	defer leave()
	if err != nil {
		return err
	}
	q, err := parseAnalyze(data)
	if err != nil {
		return err
	}
	if err := h.available(); err != nil {
		return err
	}
	if err := h.refuseLive(c.Request().Context(), identity.Player, q.Game.Position()); err != nil {
		return err
	}
	if rest.Preferred(c, rest.MimeJSON, rest.MimeSSE, rest.MimeNDJSON) != rest.MimeJSON {
		return h.stream(c, q)
	}
	report, err := h.search(c.Request().Context(), q)
	if err != nil {
		return problemOf(err)
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, newAnalysis(&q.Game, report))
}

// search analyzes a game that may be over.
func (h *Handlers) search(ctx context.Context, q engine.Request) (engine.Report, error) {
	if _, over := q.Game.Outcome(); over {
		return engine.Report{}, nil
	}
	return h.Engine.Analyze(ctx, q)
}

func parseAnalyze(data []byte) (q engine.Request, err error) {
	var b analyzeBody
	if err := body.Decode(data, &b); err != nil {
		return q, err
	}
	if q.Limits.Nodes, err = nodesOf(b); err != nil {
		return q, err
	}
	q.Lines = 1
	if b.Lines != nil {
		q.Lines = *b.Lines
	}
	if q.Lines < 1 || q.Lines > maxLines {
		return q, rest.BadField("lines", fmt.Sprintf("must be 1 to %d", maxLines))
	}
	q.Game, err = view.LineBody{FEN: b.FEN, Setups: b.Setups, Ruleset: b.Ruleset, Moves: b.Moves}.Play()
	return q, err
}

// nodesOf is how many positions to search.
func nodesOf(b analyzeBody) (int64, error) {
	switch {
	case b.Nodes != nil && b.Strength != nil:
		return 0, rest.BadField("strength", "goes without nodes")
	case b.Strength != nil:
		strength := engine.Strength(*b.Strength)
		if err := strength.Validate(); err != nil {
			return 0, rest.BadField("strength", fmt.Sprintf("must be %d to %d", engine.Weakest, engine.Strongest))
		}
		return strength.Nodes(), nil
	case b.Nodes == nil:
		return defaultNodes, nil
	case *b.Nodes < 1 || *b.Nodes > maxNodes:
		return 0, rest.BadField("nodes", fmt.Sprintf("must be 1 to %d", maxNodes))
	}
	return *b.Nodes, nil
}

// Analysis is what the engine found in a position.
type Analysis struct {
	FEN     string        `json:"fen"`
	Ply     int           `json:"ply"`  // moves played from the start given
	Turn    *janggi.Side  `json:"turn"` // null when the game is over
	Engine  int           `json:"engine"`
	Depth   int           `json:"depth"` // plies of the latest depth that was searched wholly
	Nodes   int64         `json:"nodes"` // positions searched
	Lines   []Line        `json:"lines"` // the best turn first
	Outcome *view.Outcome `json:"outcome"`
} // @name Analysis

// Line is a turn with the continuation that the engine expects.
type Line struct {
	Score   int           `json:"score"` // hundredths of a soldier, from Cho's view
	Mate    *int          `json:"mate"`  // turns of both sides until a forced checkmate, negative when Cho is mated; null for none
	Chances Chances       `json:"chances"`
	Moves   []janggi.Move `json:"moves"`
	Texts   []string      `json:"texts"` // Korean record
} // @name AnalysisLine

// Chances are both sides' expected results, from 0 (a loss) to 1 (a win).
type Chances struct {
	Cho float64 `json:"cho"`
	Han float64 `json:"han"`
} // @name Chances

func newAnalysis(g *janggi.Game, r engine.Report) Analysis {
	a := Analysis{
		FEN: g.Position().FEN(), Ply: g.Ply(), Engine: engine.Version, Depth: r.Depth, Nodes: r.Nodes,
		Lines: make([]Line, len(r.Lines)),
	}
	if outcome, over := g.Outcome(); over {
		a.Outcome = view.NewOutcome(&outcome)
	} else {
		a.Turn = new(g.SideToMove())
	}
	for i := range r.Lines {
		a.Lines[i] = newLine(*g, r.Lines[i])
	}
	return a
}

func newLine(g janggi.Game, l engine.Line) Line {
	score, sign := l.Score, 1
	if g.SideToMove() == janggi.Han {
		score, sign = -score, -1
	}
	v := Line{Score: int(score), Moves: l.Moves, Texts: make([]string, len(l.Moves))}
	if l.Score.IsMate() {
		turns := l.Score.Turns()
		if l.Score.IsLost() {
			turns = -turns
		}
		v.Mate = new(sign * turns)
	}
	cho := perMille(score.Chances())
	v.Chances = Chances{Cho: cho, Han: perMille(1 - cho)}
	for i, m := range l.Moves {
		v.Texts[i] = g.Format(m)
		g = g.After(m)
	}
	return v
}

// perMille rounds to thousandths, so that what is equal reads the same.
func perMille(chance float64) float64 { return float64(int(chance*1000+0.5)) / 1000 }
