package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ids runs a query for ids.
func (m *Model) ids(ctx context.Context, query string, args ...any) (ids []string, err error) {
	err = m.list(ctx, func(db *sql.DB) error {
		ids, err = idsOf(ctx, db, query, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	return ids, nil
}

func idsOf(ctx context.Context, db *sql.DB, query string, args ...any) (ids []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, badRow(err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// scan reads the only row of a query; sql.ErrNoRows where there is none.
func scan(row *sql.Row, into ...any) error {
	if err := row.Err(); err != nil {
		return err
	}
	switch err := row.Scan(into...); {
	case err == nil, errors.Is(err, sql.ErrNoRows):
		return err
	default:
		return badRow(err)
	}
}
