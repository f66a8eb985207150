package projections

import "github.com/janggid/janggid/domain/game"

// clockColumns hold the instant at which the game changes without anybody's
// command: what the watcher looks for.
var clockColumns = []column{
	{"deadline", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[game.Instant]{&s.Deadline} }},
}

func deadlineOf(s *game.State) game.Instant {
	deadline, limited := s.Deadline()
	if !limited {
		return 0
	}
	return deadline
}
