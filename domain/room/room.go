// Package room is the aggregate of a room code: six characters that lead to a
// game. A code belongs to its game for ever.
package room

import (
	"encoding/binary"
	"strings"
)

// alphabet leaves out letters and digits that are easily mistaken for another.
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

const codeLength = 6

// Event is something that happened to a room code.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
	event()
}

// Reserved is the only event of a room's stream.
type Reserved struct {
	Game string `json:"game"` // id
}

func (Reserved) EventType() string { return "RoomReserved" }

func (Reserved) event() {}

// Code makes a code out of at least eight random bytes.
func Code(random []byte) string {
	n := binary.BigEndian.Uint64(random)
	var code [codeLength]byte
	for i := range code {
		code[i] = alphabet[n%uint64(len(alphabet))]
		n /= uint64(len(alphabet))
	}
	return string(code[:])
}

// ParseCode returns a code as typed, in either case, in its stored form; false
// for a text that is no code.
func ParseCode(text string) (code string, ok bool) {
	code = strings.ToUpper(text)
	if len(code) != codeLength || strings.Trim(code, alphabet) != "" {
		return "", false
	}
	return code, true
}
