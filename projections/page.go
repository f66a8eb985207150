package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

const (
	// DefaultLimit is the length of a page for which none is asked for.
	DefaultLimit = 50

	// MaxLimit is the longest page.
	MaxLimit = 200

	// examined is how many games a page looks at, at most, to find those that
	// meet a second condition. It bounds the cost of any question.
	examined = 1000
)

// ErrCursor: a cursor that no page gave.
var ErrCursor = errors.New("projections: not a cursor")

// Filter says which games to list. Zero fields ask for nothing.
type Filter struct {
	Status game.Status
	Player string            // id; on either side
	Labels map[string]string // all of them
	Tags   []game.SourceTag  // of the record that the game was made of; all of them
	Facets Facets
	Since  eventstore.Position // only games to which something has happened after it
	// Viewer is the id of who asks. Lists hold public games only; but players
	// who ask for their own games see all of these.
	Viewer string
	// Now is the instant at which games with a delay are shown to others than
	// their players.
	Now    game.Instant
	Limit  int    // 1 to MaxLimit; 0 means DefaultLimit, more means MaxLimit
	Cursor string // Next of the page before; "" for the first
}

// Page is a part of a list, newest first.
type Page struct {
	Games []Summary
	// Next is the cursor of the page that follows; "" where none does. With
	// several conditions a page may be short, even empty, and yet have a Next:
	// no page looks at more than a thousand games.
	Next string
	// Position says what the list shows: everything at or before it.
	Position eventstore.Position
}

// Games lists games by their creation, newest first. Errors: ErrCursor, and the
// database's.
func (m *Model) Games(ctx context.Context, f Filter) (Page, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	limit = min(limit, MaxLimit)
	before, err := parseCursor(f.Cursor)
	if err != nil {
		return Page{}, err
	}
	page := Page{Position: m.Position()}
	list, conditions := f.plan()
	for i, c := range conditions {
		conditions[i] = c.orHeldBack(f.Now)
	}
	floor := int64(0)
	if len(conditions) > 0 {
		if floor, err = m.floor(ctx, list, before); err != nil {
			return Page{}, fmt.Errorf("read model: games: %w", err)
		}
	}
	for whole := true; whole && len(page.Games) <= limit; {
		query, args := gamesQuery(list, before, floor, conditions, limit+1)
		games, err := m.summaries(ctx, query, args)
		if err != nil {
			return Page{}, fmt.Errorf("read model: games: %w", err)
		}
		for i := range games {
			shown, listed, err := m.asShown(ctx, &games[i], f)
			if err != nil {
				return Page{}, err
			}
			if listed {
				page.Games = append(page.Games, *shown)
			}
			before = int64(games[i].Created)
		}
		whole = len(games) > limit
	}
	switch {
	case len(page.Games) > limit:
		page.Games = page.Games[:limit]
		page.Next = cursorAfter(int64(page.Games[limit-1].Created))
	case floor > 0:
		page.Next = cursorAfter(floor)
	}
	return page, nil
}

// condition is what games of a list have to meet besides.
type condition struct {
	sql  string
	args []any
}

func hasLabel(key, value string) condition {
	return condition{"EXISTS (SELECT 1 FROM json_each(labels) WHERE key = ? AND value = ?)", []any{key, value}}
}

// plan picks the list to read, and what is to be checked of each game in it.
func (f Filter) plan() (list string, conditions []condition) {
	keys, tags := slices.Sorted(maps.Keys(f.Labels)), f.Tags
	switch {
	case f.Player != "" && f.Player == f.Viewer:
		list = ownList(f.Status, f.Player)
	case f.Player != "":
		list = playerList(f.Status, f.Player)
	case len(tags) > 0 && listable(tags[0]):
		list, tags = tagList(tags[0]), tags[1:]
		if f.Status != "" {
			conditions = append(conditions, condition{"status = ?", []any{string(f.Status)}})
		}
	case len(keys) > 0:
		list, keys = labelList(f.Status, keys[0], f.Labels[keys[0]]), keys[1:]
	case f.Facets.list() != "":
		list = f.Facets.list()
		if f.Status != "" {
			conditions = append(conditions, condition{"status = ?", []any{string(f.Status)}})
		}
	default:
		list = publicList(f.Status)
	}
	if met := f.Facets.conditions(); f.Facets.list() != list || len(met) > 1 {
		conditions = append(conditions, met...)
	}
	if f.Since > 0 {
		conditions = append(conditions, condition{"position > ?", []any{int64(f.Since)}})
	}
	for _, key := range keys {
		conditions = append(conditions, hasLabel(key, f.Labels[key]))
	}
	for _, tag := range tags {
		conditions = append(conditions, hasTag(tag))
	}
	return list, conditions
}

// floor is the last game of a list that a page from before may look at; 0 where
// the list ends earlier.
func (m *Model) floor(ctx context.Context, list string, before int64) (floor int64, err error) {
	err = m.list(ctx, func(db *sql.DB) error {
		return scan(db.QueryRowContext(ctx, floorQuery, list, before, examined-1), &floor)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return floor, err
}

const floorQuery = "SELECT game FROM lists WHERE list = ? AND game < ? ORDER BY game DESC LIMIT 1 OFFSET ?"

func gamesQuery(list string, before, floor int64, conditions []condition, limit int) (query string, args []any) {
	var b strings.Builder
	b.WriteString("SELECT " + columnNames(listedColumns) + " FROM lists CROSS JOIN games ON created = game WHERE list = ? AND game < ? AND game >= ?")
	args = []any{list, before, floor}
	for _, c := range conditions {
		b.WriteString(" AND " + c.sql)
		args = append(args, c.args...)
	}
	b.WriteString(" ORDER BY game DESC LIMIT ?")
	return b.String(), append(args, limit)
}

func (m *Model) summaries(ctx context.Context, query string, args []any) (games []Summary, err error) {
	err = m.list(ctx, func(db *sql.DB) error {
		games, err = summariesIn(ctx, db, query, args)
		return err
	})
	return games, err
}

func summariesIn(ctx context.Context, db *sql.DB, query string, args []any) (games []Summary, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	into := make([]any, len(listedColumns))
	for rows.Next() {
		var s Summary
		for i, c := range listedColumns {
			into[i] = c.cell(&s)
		}
		if err := rows.Scan(into...); err != nil {
			return nil, badRow(err)
		}
		games = append(games, s)
	}
	return games, rows.Err()
}
