package engine

import (
	"math"

	"github.com/janggid/janggid/domain/janggi"
)

// Version identifies the engine's play: it changes whenever a search may find a
// different turn. Events store it, so that the same engine can repeat the
// search.
const Version = 1

// Engine runs one search at a time. It keeps its tables for the next search
// until it is reset. It allocates all memory at creation.
type Engine struct {
	table  table
	memory memory
	frames [maxPly + 3]frame
}

// New makes an engine whose transposition table takes at most so many bytes.
func New(tableBytes int) *Engine {
	return &Engine{table: newTable(tableBytes)}
}

// Reset forgets all earlier searches: the next one depends on its request
// alone.
func (e *Engine) Reset() {
	e.table.clear()
	e.memory = memory{}
}

// Request describes a search.
type Request struct {
	Game   janggi.Game
	Limits Limits
	Lines  int // how many of the best turns to find, at least 1
	// OnDepth, if not nil, receives the results after each depth and returns
	// whether to continue.
	OnDepth func(Report) bool
}

// Limits bound a search. One without any ends at the greatest depth, which may
// take for ever.
type Limits struct {
	Nodes int64       // positions visited; 0 for no limit
	Depth int         // plies; 0 for no limit
	Stop  func() bool // asked every thousand nodes or so; nil for never
}

// Report is the result of a search.
type Report struct {
	Lines   []Line // the best turns, best first; none when the game has no legal turn
	Depth   int    // plies of the latest depth that was searched wholly
	Deepest int    // plies of the longest line looked at
	Nodes   int64  // positions visited
	Full    int    // thousandths of the transposition table in use
}

// Line is a turn, its expected continuation, and its score for the side to
// move.
type Line struct {
	Score Score
	Moves []janggi.Move
}

// Search finds the best turns of a game that has not ended.
func (e *Engine) Search(q Request) Report { return e.search(q, nil) }

// search is Search with a player's lapses, nil for none.
func (e *Engine) search(q Request, l *lapses) Report {
	s := e.newSearch(q)
	s.lapses = l
	for _, m := range q.Game.LegalMoves() {
		s.root = append(s.root, rootMove{move: m, score: -infinite, previous: -infinite})
	}
	if len(s.root) == 0 {
		return Report{}
	}
	s.deepen(q)
	return s.report(max(q.Lines, 1))
}

func (e *Engine) newSearch(q Request) *search {
	limit := q.Limits.Nodes
	if limit <= 0 {
		limit = math.MaxInt64
	}
	e.table.grow()
	s := &search{
		memory: &e.memory, table: &e.table, frames: &e.frames,
		walk: janggi.WalkFrom(q.Game, maxPly+3), limit: limit, stop: q.Limits.Stop,
		eval: evaluator{weights: weights},
	}
	s.rules = s.walk.Rules()
	for i := range e.frames {
		f := &e.frames[i]
		f.killers, f.excluded, f.eval, f.lineLen, f.cutoffs = [2]janggi.Move{}, noMove, noEval, 0, 0
	}
	root := &e.frames[0]
	root.placement = placementOf(s.walk.Position())
	root.after1, root.after2 = lastSlots(q.Game)
	return s
}

// lastSlots are the history slots of the game's two latest turns.
func lastSlots(g janggi.Game) (after1, after2 int) {
	if n := g.Ply(); n > 0 {
		last := g.TurnAt(n)
		after1 = pieceTo(last.Piece, last.Move)
		if n > 1 {
			last := g.TurnAt(n - 1)
			after2 = pieceTo(last.Piece, last.Move)
		}
	}
	return after1, after2
}
