package janggi

import (
	"fmt"
	"slices"
	"strings"
)

// RulesVersion is the version of the rules this package plays by. A stored game names the version it was judged
// under, so that a later correction changes no finished game.
const RulesVersion = 1

// Rules are the options (RULES.md, section 7) that a game carries from its creation to its end. They are comparable,
// and their JSON is the ruleset object of the API without the preset's name. Decoding over a preset's rules changes
// just the options that are written.
type Rules struct {
	Bikjang        Bikjang        `json:"bikjang"`
	Scoring        Scoring        `json:"settle"`
	Repetition     Repetition     `json:"repetition"`
	PerpetualCheck PerpetualCheck `json:"perpetual_check"`
	// LowMaterial is the material, in points, below which both sides must be for bikjang and repetition to hold as set.
	// Until then no turn may make the generals face, whatever Bikjang says, and repetition is forbidden.
	LowMaterial    Limit `json:"low_material"`
	TurnLimit      Limit `json:"turn_limit"`       // turns by both sides together, passes included
	NoCaptureLimit Limit `json:"no_capture_limit"` // turns by both sides since the last capture, passes included
	// BikjangOverCheck allows a side in check to accept, by a pass, a bikjang that it must answer: it plays a part only
	// with BikjangAnswer.
	BikjangOverCheck bool `json:"bikjang_over_check"`
	// DoublePass was added after games had been stored. It is left out of JSON
	// where two passes end the game, so that their events keep their bytes.
	DoublePass DoublePass `json:"double_pass,omitempty"`
	Deom       Points     `json:"deom"`
}

// TechnicalTurnCap is the number of turns after which a game without a turn limit is settled all the same.
const TechnicalTurnCap = 2000

// Validate reports the first option whose value can never be right as an [*InvalidRulesError].
func (r Rules) Validate() error {
	switch {
	case int(r.Bikjang) >= len(bikjangWords):
		return unknownValue("bikjang", r.Bikjang)
	case int(r.Scoring) >= len(settleWords):
		return unknownValue("settle", r.Scoring)
	case int(r.Repetition) >= len(repetitionWords):
		return unknownValue("repetition", r.Repetition)
	case int(r.PerpetualCheck) >= len(perpetualCheckWords):
		return unknownValue("perpetual_check", r.PerpetualCheck)
	case int(r.DoublePass) >= len(doublePassWords):
		return unknownValue("double_pass", r.DoublePass)
	case r.LowMaterial != 0 && (r.LowMaterial < 1 || r.LowMaterial > fullMaterial):
		return &InvalidRulesError{"low_material", fmt.Sprintf("%d is not between 1 and %d points", r.LowMaterial, fullMaterial)}
	case r.TurnLimit != 0 && (r.TurnLimit < 2 || r.TurnLimit > TechnicalTurnCap || r.TurnLimit%2 != 0):
		return &InvalidRulesError{"turn_limit", fmt.Sprintf("%d is not an even number of turns from 2 to %d", r.TurnLimit, TechnicalTurnCap)}
	case r.NoCaptureLimit != 0 && (r.NoCaptureLimit < 2 || r.NoCaptureLimit > TechnicalTurnCap):
		return &InvalidRulesError{"no_capture_limit", fmt.Sprintf("%d is not between 2 and %d turns", r.NoCaptureLimit, TechnicalTurnCap)}
	case r.Deom < 0 || r.Deom > 2*fullMaterial:
		return &InvalidRulesError{"deom", fmt.Sprintf("%v is not between 0 and %d points", r.Deom, fullMaterial)}
	}
	return nil
}

// fullMaterial is what a side's whole set is worth without deom, in points: 2 chariots of 13, 2 cannons of 7,
// 2 horses of 5, 2 elephants and 2 guards of 3, 5 soldiers of 2.
const fullMaterial = 72

// InvalidRulesError says which option is wrong, by its JSON name, and why. Field is empty where a limit of the wrong
// form was met while decoding, since a limit does not know which of the three it is.
type InvalidRulesError struct {
	Field  string
	Detail string
}

func (e *InvalidRulesError) Error() string {
	if e.Field == "" {
		return "invalid rules: " + e.Detail
	}
	return "invalid rules: " + e.Field + ": " + e.Detail
}

func unknownValue(field string, value fmt.Stringer) error {
	return &InvalidRulesError{field, "there is no value " + value.String()}
}

// Bikjang says what it means that the generals face each other on an open file.
type Bikjang uint8

const (
	BikjangOff    Bikjang = iota // nothing
	BikjangScore                 // a turn that leaves them facing ends the game, settled
	BikjangAnswer                // the side to move breaks it or passes; that pass ends the game, settled
)

var bikjangWords = []string{"off", "score", "answer"}

func (b Bikjang) String() string                { return word(bikjangWords, b) }
func (b Bikjang) MarshalText() ([]byte, error)  { return marshalWord(bikjangWords, b) }
func (b *Bikjang) UnmarshalText(t []byte) error { return readOption(b, "bikjang", bikjangWords, t) }

// Scoring says how bikjang, repetition, two passes and the limits decide a game.
type Scoring uint8

const (
	ScoringPoints Scoring = iota // the higher points win; equal points, possible with a whole deom, are a draw
	ScoringDraw
)

var settleWords = []string{"points", "draw"}

func (s Scoring) String() string                { return word(settleWords, s) }
func (s Scoring) MarshalText() ([]byte, error)  { return marshalWord(settleWords, s) }
func (s *Scoring) UnmarshalText(t []byte) error { return readOption(s, "settle", settleWords, t) }

// Repetition says what the third occurrence of a position does.
type Repetition uint8

const (
	RepetitionEnds      Repetition = iota // the game is settled
	RepetitionLoses                       // the side that completes it loses
	RepetitionForbidden                   // a move that makes a third or later one is illegal; passes and answers to check never are
	RepetitionOff
)

var repetitionWords = []string{"ends", "loses", "forbidden", "off"}

func (r Repetition) String() string               { return word(repetitionWords, r) }
func (r Repetition) MarshalText() ([]byte, error) { return marshalWord(repetitionWords, r) }
func (r *Repetition) UnmarshalText(t []byte) error {
	return readOption(r, "repetition", repetitionWords, t)
}

// PerpetualCheck says whether repeating a position by nothing but checks loses.
type PerpetualCheck uint8

const (
	PerpetualIgnored PerpetualCheck = iota
	PerpetualLoses
)

var perpetualCheckWords = []string{"ignored", "loses"}

func (p PerpetualCheck) String() string               { return word(perpetualCheckWords, p) }
func (p PerpetualCheck) MarshalText() ([]byte, error) { return marshalWord(perpetualCheckWords, p) }
func (p *PerpetualCheck) UnmarshalText(t []byte) error {
	return readOption(p, "perpetual_check", perpetualCheckWords, t)
}

// DoublePass says what two passes in a row mean.
type DoublePass uint8

const (
	DoublePassEnds DoublePass = iota // the game is settled
	DoublePassOff                    // nothing
)

var doublePassWords = []string{"ends", "off"}

func (d DoublePass) String() string               { return word(doublePassWords, d) }
func (d DoublePass) MarshalText() ([]byte, error) { return marshalWord(doublePassWords, d) }
func (d *DoublePass) UnmarshalText(t []byte) error {
	return readOption(d, "double_pass", doublePassWords, t)
}

func readOption[T ~uint8](dst *T, field string, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return &InvalidRulesError{field, fmt.Sprintf("%q is none of %s", text, strings.Join(words, ", "))}
	}
	*dst = T(i)
	return nil
}
