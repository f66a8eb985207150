package projections

import "context"

// A game that waits has a deadline too, whatever its clocks.
const timedQuery = `SELECT cho FROM games WHERE deadline > 0 AND cho_kind = 'human' AND time_control ->> 'type' <> 'unlimited'
	UNION SELECT han FROM games WHERE deadline > 0 AND han_kind = 'human' AND time_control ->> 'type' <> 'unlimited'`

// TimedPlayers are the ids of those who sit at games in which time runs, private
// games too.
func (m *Model) TimedPlayers(ctx context.Context) ([]string, error) { return m.ids(ctx, timedQuery) }
