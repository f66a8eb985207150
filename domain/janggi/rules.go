package janggi

import (
	"fmt"
	"slices"
	"strings"
)

// RulesVersion is the version of the rules in this package. A stored game names
// the version that judged it, so a later correction changes no finished game.
const RulesVersion = 1

// Rules are the options (docs/rules.md, section 7) of a game, fixed at its
// creation. They are comparable. Their JSON is the API's ruleset object without
// the preset's name. Decoding over a preset's rules changes only the options
// present.
type Rules struct {
	Bikjang        Bikjang        `json:"bikjang"`
	Scoring        Scoring        `json:"settle"`
	Repetition     Repetition     `json:"repetition"`
	PerpetualCheck PerpetualCheck `json:"perpetual_check"`
	// LowMaterial, in points: bikjang and repetition apply as set only while
	// both sides' material is below it. Until then no turn may make the
	// generals face, regardless of Bikjang, and repetition is forbidden.
	LowMaterial    Limit `json:"low_material"`
	TurnLimit      Limit `json:"turn_limit"`       // turns by both sides together, passes included
	NoCaptureLimit Limit `json:"no_capture_limit"` // turns by both sides since the last capture, passes included
	// BikjangOverCheck allows a side in check to accept, by a pass, a bikjang
	// that it must answer. It matters only with BikjangAnswer.
	BikjangOverCheck bool `json:"bikjang_over_check"`
	// DoublePass is newer than some stored games. JSON omits DoublePassEnds, so
	// their events keep their bytes.
	DoublePass DoublePass `json:"double_pass,omitempty"`
	Deom       Points     `json:"deom"`
}

// TechnicalTurnCap is the number of turns after which a game without a turn
// limit is scored anyway.
const TechnicalTurnCap = 2000

// Validate returns an [*InvalidRulesError] for the first invalid option.
func (r Rules) Validate() error {
	switch {
	case int(r.Bikjang) >= len(bikjangNames):
		return unknownValue("bikjang", r.Bikjang)
	case int(r.Scoring) >= len(scoringNames):
		return unknownValue("settle", r.Scoring)
	case int(r.Repetition) >= len(repetitionNames):
		return unknownValue("repetition", r.Repetition)
	case int(r.PerpetualCheck) >= len(perpetualCheckNames):
		return unknownValue("perpetual_check", r.PerpetualCheck)
	case int(r.DoublePass) >= len(doublePassNames):
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

// fullMaterial is the value of a side's full set without deom, in points: 2
// chariots of 13, 2 cannons of 7, 2 horses of 5, 2 elephants and 2 guards of 3,
// 5 soldiers of 2.
const fullMaterial = 72

// InvalidRulesError names the invalid option, by its JSON name, and the
// problem. Field is empty for a malformed limit, because decoding one does not
// know which of the three limits it is.
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

// Bikjang is the effect of generals facing each other on an open file.
type Bikjang uint8

const (
	BikjangOff    Bikjang = iota // none
	BikjangScore                 // a turn that leaves them facing ends the game by scoring
	BikjangAnswer                // the side to move breaks it or passes; that pass ends the game by scoring
)

var bikjangNames = []string{"off", "score", "answer"}

func (b Bikjang) String() string               { return enumName(bikjangNames, b) }
func (b Bikjang) MarshalText() ([]byte, error) { return marshalEnum(bikjangNames, b) }
func (b *Bikjang) UnmarshalText(t []byte) error {
	return unmarshalOption(b, "bikjang", bikjangNames, t)
}

// Scoring is how bikjang, repetition, two passes and the limits decide a game.
type Scoring uint8

const (
	ScoringPoints Scoring = iota // more points win; equal points, possible with a whole deom, are a draw
	ScoringDraw
)

var scoringNames = []string{"points", "draw"}

func (s Scoring) String() string                { return enumName(scoringNames, s) }
func (s Scoring) MarshalText() ([]byte, error)  { return marshalEnum(scoringNames, s) }
func (s *Scoring) UnmarshalText(t []byte) error { return unmarshalOption(s, "settle", scoringNames, t) }

// Repetition is the effect of a position's third occurrence.
type Repetition uint8

const (
	RepetitionEnds      Repetition = iota // the game ends by scoring
	RepetitionLoses                       // the side that completes it loses
	RepetitionForbidden                   // a move to a third or later one is illegal; passes and answers to check never are
	RepetitionOff
)

var repetitionNames = []string{"ends", "loses", "forbidden", "off"}

func (r Repetition) String() string               { return enumName(repetitionNames, r) }
func (r Repetition) MarshalText() ([]byte, error) { return marshalEnum(repetitionNames, r) }
func (r *Repetition) UnmarshalText(t []byte) error {
	return unmarshalOption(r, "repetition", repetitionNames, t)
}

// PerpetualCheck is whether repeating a position by checks alone loses.
type PerpetualCheck uint8

const (
	PerpetualIgnored PerpetualCheck = iota
	PerpetualLoses
)

var perpetualCheckNames = []string{"ignored", "loses"}

func (p PerpetualCheck) String() string               { return enumName(perpetualCheckNames, p) }
func (p PerpetualCheck) MarshalText() ([]byte, error) { return marshalEnum(perpetualCheckNames, p) }
func (p *PerpetualCheck) UnmarshalText(t []byte) error {
	return unmarshalOption(p, "perpetual_check", perpetualCheckNames, t)
}

// DoublePass is the effect of two passes in a row.
type DoublePass uint8

const (
	DoublePassEnds DoublePass = iota // the game ends by scoring
	DoublePassOff                    // none
)

var doublePassNames = []string{"ends", "off"}

func (d DoublePass) String() string               { return enumName(doublePassNames, d) }
func (d DoublePass) MarshalText() ([]byte, error) { return marshalEnum(doublePassNames, d) }
func (d *DoublePass) UnmarshalText(t []byte) error {
	return unmarshalOption(d, "double_pass", doublePassNames, t)
}

func unmarshalOption[T ~uint8](dst *T, field string, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return &InvalidRulesError{field, fmt.Sprintf("%q is none of %s", text, strings.Join(words, ", "))}
	}
	*dst = T(i)
	return nil
}
