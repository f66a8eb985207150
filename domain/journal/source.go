package journal

import (
	"context"
	"fmt"

	"github.com/maypok86/otter/v2"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// cachedSources bounds the bytes of cached tags and comments of imported games.
// Games in memory do not have them.
const cachedSources = 16 << 20

func newSources() *otter.Cache[string, *game.Source] {
	return otter.Must(&otter.Options[string, *game.Source]{
		MaximumWeight: cachedSources,
		Weigher:       func(_ string, s *game.Source) uint32 { return uint32(sourceBytes(s)) },
	})
}

// Source returns the record that a game was imported from, with its tags and
// comments; nil for a game that was not imported. Callers must not change it.
func (j *Journal) Source(ctx context.Context, g *Game) (*game.Source, error) {
	if g.State.Source == nil {
		return nil, nil
	}
	if s, ok := j.sources.GetIfPresent(g.ID); ok {
		return s, nil
	}
	for r, err := range j.store.ReadStream(ctx, gamePrefix+g.ID, 0) {
		if err != nil {
			return nil, fmt.Errorf("journal: game %s: %w", g.ID, err)
		}
		s, err := SourceIn(r)
		if err == nil {
			j.sources.Set(g.ID, s)
		}
		return s, err
	}
	return nil, ErrNotFound
}

// SourceIn returns the source in a game's first event; nil for a game that was
// not imported. The error wraps ErrDamaged.
func SourceIn(r eventstore.Recorded) (*game.Source, error) {
	_, e, err := decodeRecorded(r)
	if err != nil {
		return nil, err
	}
	created, ok := e.(game.Created)
	if !ok {
		return nil, fmt.Errorf("%w: %s revision %d: %s instead of the creation", ErrDamaged, r.Stream, r.Revision, r.Type)
	}
	return created.Source, nil
}

// sourceBytes estimates the memory of a source.
func sourceBytes(s *game.Source) int {
	const entry, text = 400, 40 // of the cache; of a tag or comment without its text
	n := entry
	for _, t := range s.Tags {
		n += text + len(t.Name) + len(t.Value)
	}
	for _, c := range s.Comments {
		n += text + len(c.Text)
	}
	return n
}
