package projections

import (
	"context"
	"errors"
	"fmt"
)

// ids runs a query for ids.
func (m *Model) ids(ctx context.Context, query string, args ...any) (ids []string, err error) {
	rows, err := m.file.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
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
