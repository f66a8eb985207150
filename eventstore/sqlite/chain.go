package sqlite

const (
	// chain walks a stream back, from the position of one event to a revision.
	// The guard keeps a damaged file from being walked in circles for ever.
	chain = `WITH RECURSIVE chain (position, revision, previous) AS (
			SELECT position, revision, previous FROM events WHERE position = ?
			UNION ALL
			SELECT e.position, e.revision, e.previous FROM chain c CROSS JOIN events e ON e.position = c.previous
				WHERE c.previous < c.position AND e.revision >= ?
		) `

	// eventsOfChain selects the first events of a chain in stream order. It
	// sorts only positions, so that a reader can stop early. The limit keeps
	// SQLite from dropping the order, and CROSS JOIN keeps it from swapping the
	// join.
	eventsOfChain = `(SELECT position FROM chain ORDER BY position LIMIT ?) AS c CROSS JOIN events e ON e.position = c.position`
)
