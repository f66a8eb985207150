package journal

import (
	"context"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/ticket"
)

// Tickets let players open streams where no header can be sent.
type Tickets struct {
	streams *repository[struct{}, ticket.Event]
	mac     ticket.MAC
}

var ticketStreams = aggregate[struct{}, ticket.Event]{
	name: "ticket", prefix: ticketPrefix,
	types: eventTypesOf[ticket.Event](ticket.Used{}),
	apply: func(*struct{}, entry[ticket.Event]) {},
}

// Issue makes a ticket for a player: text for a URL.
func (t *Tickets) Issue(player string, at game.Instant) string {
	return ticket.Format(uuid.New(), player, at, t.mac) // random in full, so that nobody guesses it
}

// Holder is the player that a ticket is for, where it can be used now. Errors:
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

// Use takes a ticket and returns the player that it is for. Errors:
// ticket.ErrInvalid, and the store's.
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
