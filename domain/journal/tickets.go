package journal

import (
	"context"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/ticket"
)

// Tickets let players open streams from clients that cannot send headers.
type Tickets struct {
	streams *repository[struct{}, ticket.Event]
	mac     ticket.MAC
}

var ticketStreams = aggregate[struct{}, ticket.Event]{
	name: "ticket", prefix: ticketPrefix,
	types: eventTypesOf[ticket.Event](ticket.Used{}),
	apply: func(*struct{}, entry[ticket.Event]) {},
}

// Issue returns a ticket for a player, for use in a URL.
func (t *Tickets) Issue(player string, at game.Instant) string {
	return ticket.Format(uuid.New(), player, at, t.mac) // fully random, to prevent guessing
}

// Holder returns the player of a ticket that can be used now. Errors:
// ticket.ErrInvalid, and the store's.
func (t *Tickets) Holder(ctx context.Context, text string, at game.Instant) (player string, err error) {
	parsed, err := ticket.Parse(text, at, t.mac)
	if err != nil {
		return "", err
	}
	s := t.streams.open(parsed.ID)
	defer s.close()
	if err := s.load(ctx); err != nil {
		return "", err
	}
	if !s.empty() {
		return "", ticket.ErrInvalid
	}
	return parsed.Player, nil
}

// Use uses up a ticket and returns its player. Errors: ticket.ErrInvalid, and
// the store's.
func (t *Tickets) Use(ctx context.Context, text string, at game.Instant) (player string, err error) {
	parsed, err := ticket.Parse(text, at, t.mac)
	if err != nil {
		return "", err
	}
	_, err = t.streams.create(ctx, parsed.ID, Metadata{Time: at}, ticket.Used{Player: parsed.Player})
	if isConflict(err) {
		return "", ticket.ErrInvalid
	}
	if err != nil {
		return "", err
	}
	return parsed.Player, nil
}
