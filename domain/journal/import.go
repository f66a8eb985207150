package journal

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
)

// Imported is the result of importing a record.
type Imported struct {
	Game     *Game
	Already  bool   // the same record was imported before
	Replaced string // id of the game that this one corrects; "" for none
}

// importBatch bounds the events of one append. EventStoreDB accepts a megabyte;
// a turn is about 700 bytes with its metadata.
const importBatch = 600

// Import stores the game of a record. Its id is derived from the record, so the
// same record finds the same game. With an external id, the id is derived from
// that and the importer instead, and a different record under the same external
// id becomes a new game that supersedes the previous one.
//
// Importing a record again resumes an import that a crash interrupted. Errors:
// ErrConflict, and the store's.
func (j *Journal) Import(ctx context.Context, c game.Import, q Request) (Imported, error) {
	if c.Source.ExternalID == "" {
		return j.importAs(ctx, j.recordID(c), c, q)
	}
	for range attempts {
		last, next, err := j.versions(ctx, c.Source)
		if err != nil {
			return Imported{}, err
		}
		if last != nil && last.State.Source.Digest == c.Source.Digest {
			done, err := j.importAs(ctx, last.ID, c, q)
			if before := last.State.Source.Replaces; err == nil && before != "" {
				err = j.supersede(ctx, before, last.ID, q) // in case a crash prevented it
			}
			return done, err
		}
		c.Source.Replaces = ""
		if last != nil {
			c.Source.Replaces = last.ID
		}
		done, err := j.importAs(ctx, next, c, q)
		switch {
		case errors.Is(err, errOtherRecord):
			continue // a concurrent version won
		case err == nil && last != nil:
			done.Replaced = last.ID
			err = j.supersede(ctx, last.ID, next, q)
		}
		return done, err
	}
	return Imported{}, ErrConflict
}

// errOtherRecord: the id belongs to a game of another record.
var errOtherRecord = errors.New("journal: imported from another record")

// importAs stores the missing events of a game under an id.
func (j *Journal) importAs(ctx context.Context, id string, c game.Import, q Request) (Imported, error) {
	var events []game.Event
	already := true
	q.bulk = true // the sender would be most of a turn's event
	for range attempts {
		g, err := j.Load(ctx, id)
		switch {
		case errors.Is(err, ErrNotFound):
			g = &Game{ID: id}
		case err != nil:
			return Imported{}, err
		case g.State.Source == nil || g.State.Source.Digest != c.Source.Digest:
			return Imported{}, errOtherRecord
		case g.State.Status == game.Over:
			return Imported{Game: g, Already: already}, nil
		}
		already = false
		if events == nil {
			err := q.Bulk.Compute(ctx, func() (err error) {
				events, err = game.Decide(&game.State{}, c, q.At)
				return err
			})
			if err != nil {
				return Imported{}, err
			}
		}
		g, err = j.appendRest(ctx, g, events, q)
		if isConflict(err) {
			already = true // a concurrent import of the same record
			if _, err := j.Refresh(ctx, id); err != nil {
				return Imported{}, err
			}
			continue
		}
		return Imported{Game: g}, err
	}
	return Imported{}, ErrConflict
}

// appendRest stores the events that the game does not have yet.
func (j *Journal) appendRest(ctx context.Context, g *Game, events []game.Event, q Request) (*Game, error) {
	done := 0
	if g.State.Status != "" {
		done = int(g.Revision) + 1
	}
	for done < len(events) {
		end := min(done+importBatch, len(events))
		if rest := len(events) - end; rest > 0 && rest < 3 {
			end -= 3 // keep events that belong together, such as a turn and its end, in one append
		}
		after, err := j.append(ctx, g, events[done:end], &q, nil)
		if err != nil {
			return nil, err
		}
		g, done = after, end
	}
	return g, nil
}

// versions returns the newest game under an external id, nil for none, and the
// id of the next version.
func (j *Journal) versions(ctx context.Context, s game.Source) (last *Game, next string, err error) {
	for version := 1; ; version++ {
		next = uuid8(j.derive("import", s.ImportedBy, s.ExternalID, strconv.Itoa(version)))
		g, err := j.Load(ctx, next)
		if errors.Is(err, ErrNotFound) {
			return last, next, nil
		}
		if err != nil {
			return nil, "", err
		}
		if g.State.Source == nil {
			return nil, "", fmt.Errorf("%w: game %s is not an imported game", ErrDamaged, next)
		}
		last = g
	}
}

func (j *Journal) supersede(ctx context.Context, old, by string, q Request) error {
	q.Command, q.Key = game.Supersede{By: by}, ""
	result, err := j.Execute(ctx, old, q)
	return errors.Join(err, result.Refusal)
}

// recordID returns the id of a game without an external id. A public game is
// the same for all importers; an unlisted one belongs to its importer.
func (j *Journal) recordID(c game.Import) string {
	if c.Visibility == game.Public {
		return uuid8(j.derive("record", c.Source.Digest))
	}
	return uuid8(j.derive("own record", c.Source.ImportedBy, c.Source.Digest))
}

// uuid8 makes a version 8 UUID from derived bytes.
func uuid8(derived []byte) string {
	var id uuid.UUID
	copy(id[:], derived)
	id[6] = id[6]&0x0F | 0x80 // version 8: custom
	id[8] = id[8]&0x3F | 0x80 // variant of RFC 9562
	return id.String()
}
