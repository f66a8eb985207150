package journal

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// A ticket lets a player open one stream from where no header can be sent. It
// says itself whom it is for and until when, under the server's key; that it was
// used is in the store, so that it is good once whichever node it is shown to.

// TicketLifeMS is how long a ticket may be used.
const TicketLifeMS = 60_000

// TicketUsed is the only event of a ticket's stream.
type TicketUsed struct {
	Player string `json:"player"`
}

// EventType is the name under which the event is stored.
func (TicketUsed) EventType() string { return "TicketUsed" }

// ErrTicket: not a ticket of this server, or one that has expired or was used.
var ErrTicket = errors.New("journal: not a ticket, or not any more")

const (
	ticketTimeLen = 8
	ticketIDLen   = 16
	ticketMACLen  = 16
)

// Ticket makes a ticket for a player: text for a URL.
func (j *Journal) Ticket(player string, at game.Instant) string {
	id := uuid.New() // nothing about it can be guessed
	b := make([]byte, 0, ticketTimeLen+ticketIDLen+len(player)+ticketMACLen)
	b = binary.BigEndian.AppendUint64(b, uint64(at.Add(TicketLifeMS)))
	b = append(b, id[:]...)
	b = append(b, player...)
	b = append(b, j.derive("ticket", string(b))[:ticketMACLen]...)
	return base64.RawURLEncoding.EncodeToString(b)
}

// TicketHolder is the player that a ticket is for which can be used now. Errors:
// ErrTicket, and the store's.
func (j *Journal) TicketHolder(ctx context.Context, ticket string, at game.Instant) (player string, err error) {
	stream, player, err := j.readTicket(ticket, at)
	if err != nil {
		return "", err
	}
	for _, err := range j.store.ReadStream(ctx, stream, 0) {
		if err != nil {
			return "", fmt.Errorf("journal: ticket: %w", err)
		}
		return "", ErrTicket // it was used
	}
	return player, nil
}

// UseTicket takes a ticket and gives the player that it is for. Errors:
// ErrTicket, and the store's.
func (j *Journal) UseTicket(ctx context.Context, ticket string, at game.Instant) (player string, err error) {
	stream, player, err := j.readTicket(ticket, at)
	if err != nil {
		return "", err
	}
	data, err := encode(TicketUsed{Player: player})
	if err != nil {
		return "", err
	}
	event := eventstore.Event{
		ID: j.newID(), Type: TicketUsed{}.EventType(), Data: data,
		Metadata: appendMetadata(nil, Metadata{Schema: schemaVersion, Time: at}),
	}
	_, err = j.appendSurely(ctx, stream, eventstore.NoStream(), []eventstore.Event{event})
	if _, used := errors.AsType[*eventstore.ConflictError](err); used {
		return "", ErrTicket
	}
	if err != nil {
		return "", fmt.Errorf("journal: ticket: %w", err)
	}
	return player, nil
}

// readTicket gives the stream in which it stands that a ticket was used, and the
// player that it is for.
func (j *Journal) readTicket(ticket string, at game.Instant) (stream, player string, err error) {
	b, err := base64.RawURLEncoding.DecodeString(ticket)
	if err != nil || len(b) <= ticketTimeLen+ticketIDLen+ticketMACLen {
		return "", "", ErrTicket
	}
	signed, mac := b[:len(b)-ticketMACLen], b[len(b)-ticketMACLen:]
	if !hmac.Equal(mac, j.derive("ticket", string(signed))[:ticketMACLen]) {
		return "", "", ErrTicket
	}
	if at >= game.Instant(binary.BigEndian.Uint64(signed)) {
		return "", "", ErrTicket
	}
	id := signed[ticketTimeLen : ticketTimeLen+ticketIDLen]
	return ticketPrefix + hex.EncodeToString(id), string(signed[ticketTimeLen+ticketIDLen:]), nil
}
