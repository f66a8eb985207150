package engine

import (
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// Strength is a computer's playing strength, from 1 (a beginner, overlooking
// most threats) to 10 (no deliberate errors).
type Strength int

// The bounds of a Strength, and the levels that have names.
const (
	Weakest      Strength = 1
	Beginner     Strength = 2
	Intermediate Strength = 5
	Advanced     Strength = 9
	Strongest    Strength = 10
)

// ability holds the parameters of a strength.
type ability struct {
	nodes    int64
	depth    int   // plies looked ahead on purpose; captures are followed beyond
	overlook int   // of 1024 quiet moves, how many are not seen at all
	blur     Score // by how much a turn's worth may be misjudged, in hundredths of a soldier
	table    int   // bytes of the transposition table
}

var abilities = [Strongest + 1]ability{
	1:  {300, 1, 420, 110, 1 << 16},
	2:  {600, 2, 330, 80, 1 << 16},
	3:  {1_200, 3, 250, 56, 1 << 17},
	4:  {2_500, 4, 180, 40, 1 << 17},
	5:  {5_000, 5, 120, 28, 1 << 18},
	6:  {8_000, 6, 88, 23, 1 << 19},
	7:  {11_000, 7, 66, 19, 1 << 20},
	8:  {16_000, 9, 40, 12, 1 << 21},
	9:  {20_000, 11, 16, 5, 1 << 22},
	10: {40_000, maxDepth, 0, 0, 1 << 23},
}

// openingPlies is how long a game's opening is varied, and openingBlur by how
// much at least.
const (
	openingPlies       = 10
	openingBlur  Score = 12
)

// PlayTableBytes is the least size of the table of an engine that plays at
// every strength.
const PlayTableBytes = 1 << 23

// StrengthError says that a number is no Strength.
type StrengthError struct{ Strength Strength }

func (e *StrengthError) Error() string {
	return fmt.Sprintf("a strength is a number from %d to %d, not %d", Weakest, Strongest, e.Strength)
}

// Validate reports a number that is no strength as a [*StrengthError].
func (s Strength) Validate() error {
	if s < Weakest || s > Strongest {
		return &StrengthError{s}
	}
	return nil
}

// Nodes is how many positions a search at this strength visits at most.
func (s Strength) Nodes() int64 { return abilities[s].nodes }

// Play chooses a turn at a strength. It is a function of the game (rules, start
// and turns in force), the strength, the seed of the game, the nodes and
// [Version], whatever the engine searched before. The limits may only shorten
// the search: fewer nodes than the strength has, or a stop. To search a turn
// again, pass the nodes of its report. It panics when the strength is none, or
// the engine's table is smaller than [PlayTableBytes].
func (e *Engine) Play(g janggi.Game, s Strength, seed uint64, limits Limits) Report {
	if err := s.Validate(); err != nil {
		panic(err)
	}
	a := abilities[s]
	whole := e.table.buckets
	if len(whole)*bucketBytes < a.table {
		panic("engine: the table is too small to play at every strength")
	}
	e.table.use(whole[:a.table/bucketBytes])
	defer e.table.use(whole)
	e.Reset()
	if limits.Nodes <= 0 || limits.Nodes > a.nodes {
		limits.Nodes = a.nodes
	}
	if limits.Depth <= 0 || limits.Depth > a.depth {
		limits.Depth = a.depth
	}
	l := &lapses{seed: scramble(seed + uint64(g.Ply())*turnSeed), overlook: a.overlook, blur: a.blur}
	if g.Ply() < openingPlies {
		l.blur = max(l.blur, openingBlur)
	}
	return e.search(Request{Game: g, Limits: limits}, l)
}

// turnSeed makes the seeds of a game's turns differ.
const turnSeed = 0x9E37_79B9_7F4A_7C15
