// Package chat is the aggregate of a game's chat: messages in two rooms, one
// for the players and one for spectators. Its stream is separate from the
// game's.
package chat

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/janggid/janggid/domain/visible"
)

// Room is where something is said.
type Room string

const (
	Players    Room = "players"
	Spectators Room = "spectators" // whose advice (훈수) must not reach the players
)

// ParseRoom reads a room's name.
func ParseRoom(name string) (Room, error) {
	switch room := Room(name); room {
	case Players, Spectators:
		return room, nil
	}
	return "", errors.New("must be players or spectators")
}

// Posted is a message.
type Posted struct {
	Player string `json:"player"` // id of who said it
	Room   Room   `json:"room"`
	Text   string `json:"text"`
}

// EventType is the name under which the event is stored.
func (Posted) EventType() string { return "MessagePosted" }

// Standing is a viewer's relation to a game.
type Standing struct {
	Plays bool // sits on a side
	Over  bool // the game is, as far as they may know
}

// MayRead reports whether a viewer may read a room: only their own during the
// game, both afterwards.
func (s Standing) MayRead(room Room) bool { return s.Over || s.at(room) }

// MayPost reports whether a viewer may post in a room. Players may post among
// the spectators once the game is over; spectators never post among the
// players.
func (s Standing) MayPost(room Room) bool { return s.at(room) || s.Over && s.Plays }

func (s Standing) at(room Room) bool { return s.Plays == (room == Players) }

// MaxTextRunes is the longest message, in characters.
const MaxTextRunes = 500

// ErrInvalidText refuses a message.
var ErrInvalidText = fmt.Errorf("a message is 1 to %d visible characters", MaxTextRunes)

// CleanText trims space, normalizes tabs and line ends, and rejects unreadable
// text. Other spaces stay: East Asian keyboards have their own (U+3000).
func CleanText(text string) (string, error) {
	text = oneForm.Replace(strings.TrimSpace(text))
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > MaxTextRunes {
		return "", ErrInvalidText
	}
	for _, r := range text {
		if !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) && r != '\n' && !joins(r) {
			return "", ErrInvalidText
		}
	}
	if !visible.Shows(text) {
		return "", ErrInvalidText
	}
	return text, nil
}

var oneForm = strings.NewReplacer("\r\n", "\n", "\t", " ")

// joins reports whether a character combines emoji, as in families and the
// flags of subdivisions (UTS 51).
func joins(r rune) bool { return r == '\u200D' || r >= '\U000E0020' && r <= '\U000E007F' }
