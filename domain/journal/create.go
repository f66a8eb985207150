package journal

import (
	"context"
	"errors"

	"github.com/janggid/janggid/domain/game"
)

// Create opens a game. The id is derived from the player and the key, so any
// node recognizes a repeated creation. Errors: ErrKeyReused, and the store's.
func (j *Journal) Create(ctx context.Context, c game.Create, q Request) (Result, error) {
	id := j.newID().String()
	if q.Key != "" {
		id = j.keyedID(q.Actor, q.Key)
		if result, err := j.created(ctx, id, q); !errors.Is(err, ErrNotFound) {
			return result, err
		}
	}
	g, err := j.open(ctx, id, c, q)
	if isConflict(err) {
		return j.created(ctx, id, q)
	}
	return Result{Game: g}, err
}

// open stores a new game under an id. It fails with the store's error if the id
// is taken.
func (j *Journal) open(ctx context.Context, id string, c game.Create, q Request) (*Game, error) {
	room, err := j.reserveRoom(ctx, id, q.At)
	if err != nil {
		return nil, err
	}
	q.Command, q.room = c, room
	none := &Game{ID: id}
	events, refusal := game.Decide(&none.State, q.Command, q.At)
	if refusal != nil {
		return nil, refusal
	}
	return j.append(ctx, none, events, &q, nil)
}

// created returns the game of a repeated creation as it was just after
// creation.
func (j *Journal) created(ctx context.Context, id string, q Request) (Result, error) {
	for r, err := range j.store.ReadStream(ctx, gamePrefix+id, 0) {
		if err != nil {
			return Result{}, err
		}
		k, err := idempotencyOf(r)
		switch {
		case err != nil:
			return Result{}, err
		case !k.is(q):
			if !ofCreation(r) {
				return Result{}, ErrNotFound
			}
			continue // the creation's last event has it
		case !k.sameRequest(q):
			return Result{}, ErrKeyReused
		}
		g, err := j.AtRevision(ctx, id, r.Revision)
		return Result{Game: g, Replayed: true}, err
	}
	return Result{}, ErrNotFound
}

// keyedID returns the id of a game created under an idempotency key: a version
// 8 UUID derived with the server's key.
func (j *Journal) keyedID(player, key string) string {
	return uuid8(j.derive("game id", player, key))
}
