// Package chat is the aggregate of the words at a board: messages in two rooms,
// one for the players and one for who looks on. They stand in a stream of their
// own and are no part of the game.
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

// Standing is how somebody stands to a game.
type Standing struct {
	Plays bool // sits on a side
	Over  bool // the game is, as far as they may know
}

// MayRead tells whether somebody may read a room. While the game lasts each has
// its own; afterwards everybody may look back.
func (s Standing) MayRead(room Room) bool { return s.Over || s.at(room) }

// MayPost tells whether somebody may say something in a room. Players join the
// spectators once the game is over; their own room stays theirs.
func (s Standing) MayPost(room Room) bool { return s.at(room) || s.Over && s.Plays }

func (s Standing) at(room Room) bool { return s.Plays == (room == Players) }

// MaxTextRunes is the longest message, in characters.
const MaxTextRunes = 500

// ErrInvalidText refuses a message.
var ErrInvalidText = fmt.Errorf("a message is 1 to %d visible characters", MaxTextRunes)

// CleanText takes away outer space, brings tabs and ends of lines into one form, and
// refuses what nobody can read. Any other space stays: keyboards of East Asia have
// their own (U+3000).
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

// joins tells whether a character makes one picture of several, as families and
// flags of countries' parts are made (UTS 51).
func joins(r rune) bool { return r == '\u200D' || r >= '\U000E0020' && r <= '\U000E007F' }
