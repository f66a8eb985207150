// Package ticket is the aggregate of a stream ticket, which lets a player open
// one stream where no header can be sent. The ticket itself says for which
// player it is and until when, under the server's key; its use is recorded, so
// that it works once, on whichever node.
package ticket

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
)

// LifeMS is how long a ticket may be used.
const LifeMS = 60_000

// Event is something that happened to a ticket.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
	event()
}

// Used is the only event of a ticket's stream.
type Used struct {
	Player string `json:"player"`
}

func (Used) EventType() string { return "TicketUsed" }

func (Used) event() {}

// ErrInvalid refuses a ticket of another server, an expired or a used one.
var ErrInvalid = errors.New("the ticket is not valid, or no longer")

const (
	timeLen = 8
	idLen   = 16
	macLen  = 16
)

// MAC signs a text under the server's key. It is at least 16 bytes long.
type MAC func(text string) []byte

// Ticket is the content of a ticket.
type Ticket struct {
	ID     string // hex
	Player string
}

// Format returns a ticket's URL-safe text. The id must be unguessable.
func Format(id uuid.UUID, player string, at game.Instant, mac MAC) string {
	b := make([]byte, 0, timeLen+idLen+len(player)+macLen)
	b = binary.BigEndian.AppendUint64(b, uint64(at.Add(LifeMS)))
	b = append(b, id[:]...)
	b = append(b, player...)
	b = append(b, mac(string(b))[:macLen]...)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Parse reads a ticket that is in force at an instant; otherwise ErrInvalid.
func Parse(text string, at game.Instant, mac MAC) (Ticket, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) <= timeLen+idLen+macLen {
		return Ticket{}, ErrInvalid
	}
	signed, sum := b[:len(b)-macLen], b[len(b)-macLen:]
	if !hmac.Equal(sum, mac(string(signed))[:macLen]) {
		return Ticket{}, ErrInvalid
	}
	if at >= game.Instant(binary.BigEndian.Uint64(signed)) {
		return Ticket{}, ErrInvalid
	}
	return Ticket{
		ID:     hex.EncodeToString(signed[timeLen : timeLen+idLen]),
		Player: string(signed[timeLen+idLen:]),
	}, nil
}
