package view

import (
	"sync"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// GameMemory is the memory of one view of a game, to be used again for the next.
type GameMemory struct {
	game    Game
	summary projections.Summary
}

var gameMemories = sync.Pool{New: func() any { return new(GameMemory) }}

// View is NewGame in this memory.
func (m *GameMemory) View(g *journal.Game, viewer string, players game.BySide[*Player], source *game.Source) *Game {
	m.summary.Take(g, 0)
	v, s := &m.game, &g.State
	moves, legal := v.Moves[:0], v.LegalMoves[:0]
	*v = Game{}
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
	v.Clocks = newClocks(s, v.ToAct)
	v.Offers = newOffers(s.Offers())
	v.Hint, v.Assisted = newHint(s), s.Assisted()
	v.Chat = !s.NoChat
	if next := s.Rematch(); next != "" {
		v.Rematch = new(next)
	}
	if before := s.RematchOf(); before != "" {
		v.RematchOf = new(before)
	}
	return v
}
