package game

import "github.com/janggid/janggid/domain/janggi"

// Event is something that happened in a game. The set of types is closed:
// names and fields stay as they are for ever, new fields are optional, and a
// change of meaning is a new type. Fields stand in the order of their JSON
// names, as the canonical form of stored events has them.
//
// Facts that a reader would otherwise need a rules engine for are in the
// events; `janggid verify` works them out again.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
	event()
}

// Created is the first event of every game: everything that was agreed on.
type Created struct {
	Chat             *bool             `json:"chat,omitempty"` // false: nobody talks at this board
	Creator          string            `json:"creator"`
	Labels           map[string]string `json:"labels"`
	Opponent         OpponentType      `json:"opponent"`
	RematchOf        string            `json:"rematch_of,omitempty"` // id of the game before this one
	RulesVersion     int               `json:"rules_version"`
	Ruleset          Ruleset           `json:"ruleset"`
	Seats            BySide[*Player]   `json:"seats"`          // null where nobody sits yet
	Seed             *int64            `json:"seed,omitempty"` // of the computers' play: 0 to MaxSeed
	SetupMS          *int64            `json:"setup_ms"`
	Source           *Source           `json:"source,omitempty"` // of an imported game
	SpectatorDelayMS int64             `json:"spectator_delay_ms,omitempty"`
	StartFEN         *string           `json:"start_fen"` // null: a start by setups
	TimeControl      TimeControl       `json:"time_control"`
	Visibility       Visibility        `json:"visibility"`
}

// PlayerJoined fills the empty seat.
type PlayerJoined struct {
	Player Player      `json:"player"`
	Side   janggi.Side `json:"side"`
}

// SetupChosen is a side's choice, or what stands for it when its time ran out.
type SetupChosen struct {
	By       ChosenBy     `json:"by"`
	Deadline *Instant     `json:"deadline,omitempty"` // with by = timeout: when the time was out
	Engine   int          `json:"engine,omitempty"`   // version of the engine that chose for a computer
	Setup    janggi.Setup `json:"setup"`
	Side     janggi.Side  `json:"side"`
}

// Started gives the position that play starts from.
type Started struct {
	Clocks Clocks      `json:"clocks"`
	FEN    string      `json:"fen"`
	Turn   janggi.Side `json:"turn"`
}

// MovePlayed is a turn with a piece moved.
type MovePlayed struct {
	Captured *janggi.Kind `json:"captured"` // null for none
	Check    bool         `json:"check"`    // the other side is in check after it
	Clocks   Clocks       `json:"clocks"`   // after the turn
	Move     janggi.Move  `json:"move"`     // UCI
	Piece    janggi.Kind  `json:"piece"`
	Ply      int          `json:"ply"`              // turns made, this one included
	Search   *Search      `json:"search,omitempty"` // of a computer
	Side     janggi.Side  `json:"side"`
	SpentMS  int64        `json:"spent_ms"`
}

// TurnPassed is a turn without a move (한수쉼).
type TurnPassed struct {
	Clocks  Clocks      `json:"clocks"`
	Ply     int         `json:"ply"`
	Search  *Search     `json:"search,omitempty"` // of a computer
	Side    janggi.Side `json:"side"`
	SpentMS int64       `json:"spent_ms"`
}

// TimeExpired says that a side had not made its turn at its deadline.
type TimeExpired struct {
	Deadline Instant     `json:"deadline"`
	Side     janggi.Side `json:"side"`
}

// PlayerResigned is a side giving the game up.
type PlayerResigned struct {
	Side janggi.Side `json:"side"`
}

// Ended closes a game. Only what does not touch the game itself follows it:
// Superseded, labels, and how its players agree on a rematch.
type Ended struct {
	Evidence []int                  `json:"evidence"`
	Ply      int                    `json:"ply"`
	Points   *BySide[janggi.Points] `json:"points"` // null when aborted
	Reason   janggi.EndReason       `json:"reason"`
	Result   janggi.Result          `json:"result"`
	Winner   *janggi.Side           `json:"winner"`
}

// Superseded says that a corrected record of the same game was imported.
type Superseded struct {
	By string `json:"by"` // id of the game made of it
}

func (Created) EventType() string        { return "GameCreated" }
func (PlayerJoined) EventType() string   { return "PlayerJoined" }
func (SetupChosen) EventType() string    { return "SetupChosen" }
func (Started) EventType() string        { return "GameStarted" }
func (MovePlayed) EventType() string     { return "MovePlayed" }
func (TurnPassed) EventType() string     { return "TurnPassed" }
func (TimeExpired) EventType() string    { return "TimeExpired" }
func (PlayerResigned) EventType() string { return "PlayerResigned" }
func (Ended) EventType() string          { return "GameEnded" }
func (Superseded) EventType() string     { return "GameSuperseded" }

func (Created) event()        {}
func (PlayerJoined) event()   {}
func (SetupChosen) event()    {}
func (Started) event()        {}
func (MovePlayed) event()     {}
func (TurnPassed) event()     {}
func (TimeExpired) event()    {}
func (PlayerResigned) event() {}
func (Ended) event()          {}
func (Superseded) event()     {}

// BySide is a value for each side, as JSON objects have it.
type BySide[T any] struct {
	Cho T `json:"cho"`
	Han T `json:"han"`
}

// of is one side's value.
func (b *BySide[T]) of(side janggi.Side) *T {
	if side == janggi.Han {
		return &b.Han
	}
	return &b.Cho
}

// OpponentType is who a game's creator wanted to play.
type OpponentType string

const (
	OpponentHuman OpponentType = "human"
	OpponentSelf  OpponentType = "self" // the creator plays both sides

	// OpponentComputer is one computer, OpponentComputers are two that play while
	// the creator watches.
	OpponentComputer  OpponentType = "computer"
	OpponentComputers OpponentType = "computers"

	// OpponentRecord stands in games that were imported: nobody wanted to play.
	OpponentRecord OpponentType = "record"
)

// MaxSeed is the greatest seed of a game: what a JSON number holds exactly.
const MaxSeed = 1<<53 - 1

// Search is what it takes to search a computer's turn again, besides the game
// itself and its seed.
type Search struct {
	Engine int   `json:"engine"` // version of the engine
	Nodes  int64 `json:"nodes"`  // positions visited
}

// Visibility says who may see a game.
type Visibility string

const (
	Public   Visibility = "public"
	Unlisted Visibility = "unlisted" // anyone who knows the id; in no list
	Private  Visibility = "private"  // its players
)

// ChosenBy says how a setup came about.
type ChosenBy string

const (
	ByPlayer  ChosenBy = "player"
	ByTimeout ChosenBy = "timeout"
)
