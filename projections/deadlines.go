package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

const deadlinesQuery = "SELECT id, deadline FROM games WHERE deadline > 0"

// Deadlines calls each for every game that has a deadline as of some position,
// which it returns, or of a later one.
func (m *Model) Deadlines(ctx context.Context, each func(id string, deadline game.Instant)) (as eventstore.Position, err error) {
	err = m.look(ctx, func(db *sql.DB) error {
		p, err := loadProgress(db) // first, so that rows are never older
		if err != nil {
			return err
		}
		as = p.position
		return deadlinesIn(ctx, db, each)
	})
	if err != nil {
		return 0, fmt.Errorf("read model: deadlines: %w", err)
	}
	return as, nil
}

func deadlinesIn(ctx context.Context, db *sql.DB, each func(id string, deadline game.Instant)) (err error) {
	rows, err := db.QueryContext(ctx, deadlinesQuery)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		var deadline int64
		if err := rows.Scan(&id, &deadline); err != nil {
			return badRow(err)
		}
		each(id, game.Instant(deadline))
	}
	return rows.Err()
}
