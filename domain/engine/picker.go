package engine

import "github.com/janggid/janggid/domain/janggi"

// noMove is no turn: from a1 to a1. It is never legal.
const noMove = janggi.Move(0)

// stage is how far a picker has come.
type stage uint8

const (
	stageTable stage = iota
	stageListCaptures
	stageCaptures
	stageKillers
	stageListQuiets
	stageQuiets
	stageLosing
	stageDone
)

// maxMoves is more than the moves of any position: 2 chariots and 2 cannons of
// at most 21, 2 horses and 2 elephants of 8, 5 soldiers of 3, a general and 2
// guards of 8.
const maxMoves = 160

// picker yields the turns of a position, the most promising first, and
// generates each group only when needed: the table's move, captures that do not
// lose material, killers, quiet moves and the pass by their history, losing
// captures.
type picker struct {
	stage     stage
	noQuiets  bool
	onlyCheck bool // of the quiet moves that are left, only those that give check
	next, end int
	losing    int // captures that lose material are gathered from the front
	tableMove janggi.Move
	killers   [2]janggi.Move
	killer    int
	threshold Score
	moves     [maxMoves]janggi.Move
	worth     [maxMoves]int32
}

// start prepares a picker for the position of the walk.
func (k *picker) start(tableMove janggi.Move, killers [2]janggi.Move, noQuiets bool) {
	k.stage, k.noQuiets, k.onlyCheck = stageTable, noQuiets, false
	k.tableMove, k.killers, k.killer = tableMove, killers, 0
	k.next, k.end, k.losing = 0, 0, 0
	k.threshold = 0
}

// pick returns the next legal turn, noMove after the last.
func (s *search) pick(k *picker, f *frame) janggi.Move {
	p := s.walk.Position()
	for {
		switch k.stage {
		case stageTable:
			k.stage = stageListCaptures
			if k.tableMove != noMove {
				return k.tableMove
			}
		case stageListCaptures:
			k.end = len(s.walk.AppendMovesTo(k.moves[:0], p.Of(p.SideToMove().Other())))
			for i, m := range k.moves[:k.end] {
				piece, victim := p.At(m.From()), p.At(m.To()).Kind()
				k.worth[i] = int32(exchangeValues[victim])*16 + int32(s.memory.captures[captureSlot(piece, m, victim)])
			}
			k.stage = stageCaptures
		case stageCaptures:
			for k.next < k.end {
				m := k.best()
				if m == k.tableMove {
					continue
				}
				if !gains(p, m, k.threshold) {
					k.moves[k.losing] = m
					k.losing++
					continue
				}
				return m
			}
			k.stage = stageKillers
			if k.noQuiets {
				k.stage = stageDone
			}
		case stageKillers:
			for k.killer < len(k.killers) {
				m := k.killers[k.killer]
				k.killer++
				if m != noMove && m != k.tableMove && (m.IsPass() || p.At(m.To()) == janggi.NoPiece) && s.walk.IsLegal(m) {
					return m
				}
			}
			k.stage = stageListQuiets
		case stageListQuiets:
			k.next = k.losing
			quiets := s.walk.AppendMovesTo(k.moves[:k.losing], p.Empty())
			if s.walk.MayPass() {
				quiets = append(quiets, janggi.Pass)
			}
			k.end = len(quiets)
			for i := k.next; i < k.end; i++ {
				k.worth[i] = int32(s.quietHistory(f, quiets[i]))
			}
			k.stage = stageQuiets
		case stageQuiets:
			for k.next < k.end {
				m := k.moves[k.next]
				switch {
				case !k.onlyCheck:
					m = k.best()
				case m.IsPass() || !p.GivesCheck(m):
					k.next++
					continue
				default:
					k.next++
				}
				if m != k.tableMove && m != k.killers[0] && m != k.killers[1] {
					return m
				}
			}
			k.stage, k.next = stageLosing, 0
		case stageLosing:
			if k.next < k.losing {
				k.next++
				return k.moves[k.next-1]
			}
			k.stage = stageDone
		default:
			return noMove
		}
	}
}

// best takes the worthiest of the moves that are left.
func (k *picker) best() janggi.Move {
	first := k.next
	for i := first + 1; i < k.end; i++ {
		if k.worth[i] > k.worth[first] {
			first = i
		}
	}
	m := k.moves[first]
	k.moves[first], k.worth[first] = k.moves[k.next], k.worth[k.next]
	k.next++
	return m
}

// quietHistory is how well a quiet move has done: for its piece, its way, and
// after the two latest moves.
func (s *search) quietHistory(f *frame, m janggi.Move) int {
	p := s.walk.Position()
	piece := janggi.NoPiece
	if !m.IsPass() {
		piece = p.At(m.From())
	}
	n := int(s.memory.quiets[pieceTo(piece, m)]) + int(s.memory.ways[p.SideToMove()][way(m)])
	k := kindTo(piece, m)
	return n + int(s.memory.following[f.after1][k]) + int(s.memory.following[f.after2][k])
}
