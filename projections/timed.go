package projections

import (
	"context"
	"errors"
)

const timedQuery = `SELECT cho FROM games WHERE deadline > 0 AND cho_kind = 'human'
	UNION SELECT han FROM games WHERE deadline > 0 AND han_kind = 'human'`

// TimedPlayers are the ids of those who sit at games in which time runs, private
// games too.
func (m *Model) TimedPlayers(ctx context.Context) (ids []string, err error) {
	rows, err := m.file.read.QueryContext(ctx, timedQuery)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
