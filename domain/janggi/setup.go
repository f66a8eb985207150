package janggi

import (
	"fmt"
	"strings"
)

// Setup (sangcharim, 상차림) is the order of a side's horses (H) and elephants (E)
// from its own left: file a for Cho, file i for Han.
type Setup uint8

// The four setups.
const (
	HEHE Setup = iota
	EHEH
	HEEH
	EHHE
)

const setupCount = int(EHHE) + 1

var setupNames = [setupCount]string{"HEHE", "EHEH", "HEEH", "EHHE"}

// Setups returns the four setups.
func Setups() [4]Setup { return [setupCount]Setup{HEHE, EHEH, HEEH, EHHE} }

// String returns the four letters, such as "HEEH".
func (s Setup) String() string {
	if int(s) >= setupCount {
		return fmt.Sprintf("Setup(%d)", uint8(s))
	}
	return setupNames[s]
}

// setupLetters maps the Korean names of the two pieces, in Hangul and hanja, to
// the letters of a setup.
var setupLetters = strings.NewReplacer("마", "H", "馬", "H", "상", "E", "象", "E")

// ParseSetup reads one of HEHE, EHEH, HEEH and EHHE, or the same in Korean,
// such as 마상상마, from the side's own left. A .gib file writes Han's from file a
// instead.
func ParseSetup(text string) (Setup, error) {
	letters := text
	if len(text) == setupPieces*len("마") { // hanja have the same length
		letters = setupLetters.Replace(text)
	}
	for i, name := range setupNames {
		if name == letters {
			return Setup(i), nil
		}
	}
	return 0, fmt.Errorf("setup %q is none of HEHE, EHEH, HEEH, EHHE and their Korean names, such as 마상상마", text)
}

// setupPieces is the number of pieces in a setup.
const setupPieces = 4

// MarshalText writes the setup as String does. It fails for an invalid value.
func (s Setup) MarshalText() ([]byte, error) {
	if int(s) >= setupCount {
		return nil, fmt.Errorf("invalid setup value %d", uint8(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads what ParseSetup reads.
func (s *Setup) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSetup(string(text))
	return err
}

// kinds returns the kinds on the side's four setup points, from its left.
func (s Setup) kinds() [4]Kind {
	var four [4]Kind
	for i, letter := range []byte(setupNames[s]) {
		four[i] = Elephant
		if letter == 'H' {
			four[i] = Horse
		}
	}
	return four
}
