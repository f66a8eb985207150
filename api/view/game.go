package view

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// Game is a game as clients see it. gameWriter writes it.
type Game struct {
	common
	Source     *game.Source  `json:"source,omitempty"` // the record that the game was made of
	Moves      []janggi.Move `json:"moves"`            // turns in force
	LegalMoves []janggi.Move `json:"legal_moves"`      // of the side to act; empty when no turn can be made
	Clocks     Clocks        `json:"clocks"`
	Offers     Offers        `json:"offers"`               // what one side has offered and the other not yet answered
	Hint       *Hint         `json:"hint,omitempty"`       // what the side to act was told
	Assisted   bool          `json:"assisted,omitempty"`   // a hint was given in this game, which is never rated
	Chat       bool          `json:"chat"`                 // whether players and spectators may talk
	Rematch    *string       `json:"rematch"`              // id of the game that the same players went on with
	RematchOf  *string       `json:"rematch_of,omitempty"` // id of the game that this is the rematch of
} // @name Game

// Summary is a game as lists have it: without its moves, legal moves and
// clocks, and without the tags of its record.
type Summary struct {
	common
	Source *game.SourceFacts `json:"source,omitempty"` // the record that the game was made of
} // @name GameSummary

// common has the members that games share with their summaries.
type common struct {
	ID               string                      `json:"id"`
	RoomCode         *string                     `json:"room_code"` // for players, and for anyone while a public game waits
	Revision         uint64                      `json:"revision"`
	Status           game.Status                 `json:"status"`
	Ruleset          Ruleset                     `json:"ruleset"`
	TimeControl      game.TimeControl            `json:"time_control"`
	SetupMS          *int64                      `json:"setup_ms"` // null: no limit
	StartFEN         *string                     `json:"start_fen"`
	SpectatorDelayMS int64                       `json:"spectator_delay_ms,omitempty"` // how much later than the players all others see the game
	Visibility       game.Visibility             `json:"visibility"`
	Labels           map[string]string           `json:"labels"`
	Superseded       *string                     `json:"superseded_by,omitempty"` // id of the game made of a corrected record
	Players          game.BySide[*Player]        `json:"players"`
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
	Outcome          *Outcome                    `json:"outcome"`
	CreatedAt        game.Instant                `json:"created_at"`
	UpdatedAt        game.Instant                `json:"updated_at"`
}

// mayKnowRoom tells whether a player may see a game's room code.
func mayKnowRoom(g *projections.Summary, player string) bool {
	return g.Room != "" && (g.Seats.Holds(player) || (g.Visibility == game.Public && g.Status == game.Waiting))
}

// NewGame shows a game to a viewer, with the source of Games.
func NewGame(g *journal.Game, viewer string, players game.BySide[*Player], source *game.Source) *Game {
	return new(GameMemory).View(g, viewer, players, source)
}

// NewSummary shows a game to a viewer as lists have it.
func NewSummary(g *projections.Summary, viewer string, players game.BySide[*Player]) (v Summary) {
	v.show(g, viewer, players)
	v.Source = g.Source
	return v
}

// show fills an empty view.
func (v *common) show(g *projections.Summary, viewer string, players game.BySide[*Player]) {
	v.ID, v.Revision, v.Status = g.ID, g.Revision, g.Status
	v.Ruleset, v.TimeControl, v.SpectatorDelayMS = Ruleset(g.Ruleset), g.TimeControl, g.SpectatorDelayMS
	v.Visibility, v.Labels = g.Visibility, g.Labels
	v.Players, v.ToAct, v.Outcome = players, g.ToAct, NewOutcome(g.Outcome)
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
