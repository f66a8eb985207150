package journal

import (
	"context"
	"errors"

	"github.com/janggid/janggid/domain/game"
)

// Create opens a game. The same player's creation with the same key is found
// again on any node, since the id follows from both. Errors: ErrKeyReused, and
// the store's.
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

// open stores a new game under an id. The error is the store's where there is
// one already.
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

// created answers a repeated creation with the game as its creation left it.
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
			continue // it stands with the creation's last event
		case !k.sameRequest(q):
			return Result{}, ErrKeyReused
		}
		g, err := j.AtRevision(ctx, id, r.Revision)
		return Result{Game: g, Replayed: true}, err
	}
	return Result{}, ErrNotFound
}

// keyedID is the id of the game that a player creates under an idempotency key:
// a version 8 UUID out of the server's key.
func (j *Journal) keyedID(player, key string) string {
	return uuid8(j.derive("game id", player, key))
}
