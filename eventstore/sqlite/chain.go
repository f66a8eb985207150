package sqlite

const (
	// chain walks a stream back, from the position of one event to a revision. The
	// guard keeps a damaged file from being walked in circles for ever.
	chain = `WITH RECURSIVE chain (position, revision, previous) AS (
			SELECT position, revision, previous FROM events WHERE position = ?
			UNION ALL
			SELECT e.position, e.revision, e.previous FROM chain c CROSS JOIN events e ON e.position = c.previous
				WHERE c.previous < c.position AND e.revision >= ?
		) `

	// eventsOfChain are the events of a chain in the order of the stream, the
	// first so many of them. Only positions are sorted, so that a reader which has
	// enough after some has read no others. The limit keeps SQLite from dropping
	// the order, and CROSS JOIN keeps it from joining the other way round.
	eventsOfChain = `(SELECT position FROM chain ORDER BY position LIMIT ?) AS c CROSS JOIN events e ON e.position = c.position`
)
