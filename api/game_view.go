package api

import (
	"context"
	"sync"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// gameView is a game as clients see it. gameWriter writes it.
type gameView struct {
	summaryView
	Source     *game.Source  `json:"source,omitempty"` // the record that the game was made of
	Moves      []janggi.Move `json:"moves"`            // turns in force
	LegalMoves []janggi.Move `json:"legal_moves"`      // of the side to act; empty when no turn can be made
	Clocks     clocksView    `json:"clocks"`
	Offers     offersView    `json:"offers"`               // what one side has offered and the other not yet answered
	Chat       bool          `json:"chat"`                 // whether players and spectators may talk
	Rematch    *string       `json:"rematch"`              // id of the game that the same players went on with
	RematchOf  *string       `json:"rematch_of,omitempty"` // id of the game that this is the rematch of
} // @name Game

// listedView is a game as lists have it: without its moves, legal moves and
// clocks, and without the tags of its record.
type listedView struct {
	summaryView
	Source *game.SourceFacts `json:"source,omitempty"` // the record that the game was made of
} // @name GameSummary

// summaryView is what games and their summaries have in common.
type summaryView struct {
	ID               string                      `json:"id"`
	RoomCode         *string                     `json:"room_code"` // for players, and for anyone while a public game waits
	Revision         uint64                      `json:"revision"`
	Status           game.Status                 `json:"status"`
	Ruleset          rulesetView                 `json:"ruleset"`
	TimeControl      game.TimeControl            `json:"time_control"`
	SetupMS          *int64                      `json:"setup_ms"` // null: no limit
	StartFEN         *string                     `json:"start_fen"`
	SpectatorDelayMS int64                       `json:"spectator_delay_ms,omitempty"` // how much later than the players all others see the game
	Visibility       game.Visibility             `json:"visibility"`
	Labels           map[string]string           `json:"labels"`
	Superseded       *string                     `json:"superseded_by,omitempty"` // id of the game made of a corrected record
	Players          game.BySide[*playerView]    `json:"players"`
	Setups           game.BySide[*janggi.Setup]  `json:"setups"`
	ToAct            *janggi.Side                `json:"to_act"` // who must choose a setup or make a turn
	Ply              int                         `json:"ply"`    // turns in force
	Turn             *janggi.Side                `json:"turn"`   // null when no turn can be made
	FEN              *string                     `json:"fen"`    // null before the start
	LastMove         *janggi.Move                `json:"last_move"`
	InCheck          bool                        `json:"in_check"`    // the side to move
	Facing           bool                        `json:"facing"`      // the generals, on an open file
	Repetitions      int                         `json:"repetitions"` // how often the position has occurred, now included; 0 before the start
	Points           *game.BySide[janggi.Points] `json:"points"`      // material and deom
	Material         *game.BySide[int]           `json:"material"`
	Outcome          *outcomeView                `json:"outcome"`
	CreatedAt        game.Instant                `json:"created_at"`
	UpdatedAt        game.Instant                `json:"updated_at"`
}

// outcomeView is how a game ended.
type outcomeView struct {
	Reason   janggi.EndReason            `json:"reason"`
	Result   janggi.Result               `json:"result"`
	Winner   *janggi.Side                `json:"winner"`
	Points   *game.BySide[janggi.Points] `json:"points"`   // null only when aborted
	Evidence []int                       `json:"evidence"` // plies at which a repeated position stood
} // @name Outcome

// clocksView is both sides' clocks as they were when the present turn began.
type clocksView struct {
	Running        *janggi.Side   `json:"running"`
	Deadline       *game.Instant  `json:"deadline"`                  // when the running side loses, or HEHE is chosen for it
	PeriodDeadline **game.Instant `json:"period_deadline,omitempty"` // byo-yomi only: when it loses its present period
	Cho            sideClockView  `json:"cho"`
	Han            sideClockView  `json:"han"`
} // @name Clocks

type sideClockView struct {
	RemainingMS *int64 `json:"remaining_ms"`           // null: no limit
	PeriodsLeft *int   `json:"periods_left,omitempty"` // byo-yomi only
} // @name SideClock

// mayKnowRoom tells whether somebody may see a game's room code.
func mayKnowRoom(g *projections.Summary, player string) bool {
	return g.Room != "" && (g.Seats.Holds(player) || (g.Visibility == game.Public && g.Status == game.Waiting))
}

// viewGame is a game as somebody sees it. The source is that of sourceOf.
func viewGame(g *journal.Game, viewer string, players game.BySide[*playerView], source *game.Source) *gameView {
	return new(gameMemory).view(g, viewer, players, source)
}

// sourceOf is the record that a game was made of, without comments, which only
// records have; nil for a game that was played here.
func (s *Server) sourceOf(ctx context.Context, g *journal.Game) (*game.Source, error) {
	source, err := s.journal.Source(ctx, g)
	return withoutComments(source), err
}

func withoutComments(s *game.Source) *game.Source {
	if s == nil || s.Comments == nil {
		return s
	}
	short := *s
	short.Comments = nil
	return &short
}

// gameMemory is a view of a game and what it points into: memory that can be used
// again for another view.
type gameMemory struct {
	game    gameView
	summary projections.Summary
}

var gameMemories = sync.Pool{New: func() any { return new(gameMemory) }}

// view is viewGame in this memory.
func (m *gameMemory) view(g *journal.Game, viewer string, players game.BySide[*playerView], source *game.Source) *gameView {
	m.summary.Take(g, 0)
	v, s := &m.game, &g.State
	moves, legal := v.Moves[:0], v.LegalMoves[:0]
	*v = gameView{}
	v.show(&m.summary, viewer, players)
	if s.Started {
		moves = s.Game.AppendMoves(moves)
	}
	if s.Status == game.Playing {
		legal = s.Game.AppendLegalMoves(legal)
		if len(legal) == 0 { // a mate whose end is not in this part of the history
			v.ToAct, v.Turn = nil, nil
		}
	}
	v.Moves, v.LegalMoves, v.Source = moves, legal, source
	v.Clocks = viewClocks(s, v.ToAct)
	v.Offers = viewOffers(s.Offers())
	v.Chat = !s.NoChat
	if next := s.Rematch(); next != "" {
		v.Rematch = new(next)
	}
	if before := s.RematchOf(); before != "" {
		v.RematchOf = new(before)
	}
	return v
}

// viewSummary is a game as lists show it to somebody.
func viewSummary(g *projections.Summary, viewer string, players game.BySide[*playerView]) (v listedView) {
	v.show(g, viewer, players)
	v.Source = g.Source
	return v
}

// show makes an empty view viewSummary.
func (v *summaryView) show(g *projections.Summary, viewer string, players game.BySide[*playerView]) {
	v.ID, v.Revision, v.Status = g.ID, g.Revision, g.Status
	v.Ruleset, v.TimeControl, v.SpectatorDelayMS = rulesetView(g.Ruleset), g.TimeControl, g.SpectatorDelayMS
	v.Visibility, v.Labels = g.Visibility, g.Labels
	v.Players, v.ToAct, v.Outcome = players, g.ToAct, viewOutcome(g.Outcome)
	v.CreatedAt, v.UpdatedAt = g.CreatedAt, g.UpdatedAt
	if g.Superseded != "" {
		v.Superseded = &g.Superseded
	}
	if mayKnowRoom(g, viewer) {
		v.RoomCode = &g.Room
	}
	if g.SetupMS > 0 {
		v.SetupMS = &g.SetupMS
	}
	if g.StartFEN != "" {
		v.StartFEN = &g.StartFEN
	}
	if c := &g.Setups[janggi.Cho]; c.Chosen {
		v.Setups.Cho = &c.Setup
	}
	if c := &g.Setups[janggi.Han]; c.Chosen {
		v.Setups.Han = &c.Setup
	}
	if !g.Started {
		return
	}
	v.Ply = g.Board.Ply
	v.FEN = &g.Board.FEN
	v.LastMove = g.Board.LastMove
	v.InCheck = g.Board.InCheck
	v.Facing = g.Board.Facing
	v.Repetitions = g.Repetitions
	v.Points = &g.Score.Points
	v.Material = &g.Score.Material
	if g.Status == game.Playing {
		v.Turn = g.ToAct
	}
}

func viewPoints(p [2]janggi.Points) *game.BySide[janggi.Points] {
	return &game.BySide[janggi.Points]{Cho: p[janggi.Cho], Han: p[janggi.Han]}
}

func viewOutcome(o *janggi.Outcome) *outcomeView {
	if o == nil {
		return nil
	}
	v := &outcomeView{Reason: o.Reason, Result: o.Result, Evidence: o.Evidence}
	if v.Evidence == nil {
		v.Evidence = []int{}
	}
	if winner, ok := o.Result.Winner(); ok {
		v.Winner = &winner
	}
	if o.Points != nil {
		v.Points = viewPoints(*o.Points)
	}
	return v
}

// viewClocks shows the clocks; nothing runs for a side that has no turn to make.
func viewClocks(s *game.State, toAct *janggi.Side) clocksView {
	clocks := &s.Clocks
	if !s.Started {
		clocks = &game.Clocks{s.TimeControl.Start(), s.TimeControl.Start()}
	}
	v := clocksView{
		Cho: viewSideClock(s.TimeControl, &clocks[janggi.Cho]),
		Han: viewSideClock(s.TimeControl, &clocks[janggi.Han]),
	}
	byoyomi := s.TimeControl.Type == game.Byoyomi
	if byoyomi {
		v.PeriodDeadline = new(*game.Instant)
	}
	if toAct == nil {
		return v
	}
	v.Running = toAct
	if deadline, ok := s.Deadline(); ok {
		v.Deadline = new(deadline)
	}
	if byoyomi && s.Status == game.Playing {
		if at, ok := s.TimeControl.PeriodDeadline(clocks[*toAct], s.ActingSince); ok {
			*v.PeriodDeadline = &at
		}
	}
	return v
}

func viewSideClock(tc game.TimeControl, c *game.SideClock) sideClockView {
	switch tc.Type {
	case game.Unlimited:
		return sideClockView{}
	case game.Byoyomi:
		return sideClockView{RemainingMS: &c.RemainingMS, PeriodsLeft: &c.PeriodsLeft}
	}
	return sideClockView{RemainingMS: &c.RemainingMS}
}
