package game

import "github.com/janggid/janggid/domain/janggi"

// TakebackOffered asks to take turns back: the offerer's last, and the answer
// to it if there was one.
type TakebackOffered struct {
	Count int         `json:"count"` // turns that would go
	Ply   int         `json:"ply"`   // turns in force
	Side  janggi.Side `json:"side"`
}

// TakebackDeclined leaves them in force.
type TakebackDeclined struct {
	Side janggi.Side `json:"side"` // that declined
}

// TurnsTakenBack takes turns out of force. What is counted in a game, such as
// repetitions, is counted without them; the side to move starts anew.
type TurnsTakenBack struct {
	Clocks Clocks      `json:"clocks"` // as when the first of the turns began
	Count  int         `json:"count"`
	Ply    int         `json:"ply"`  // turns in force after it
	Side   janggi.Side `json:"side"` // that had offered it
}

// DrawOffered proposes a draw.
type DrawOffered struct {
	Ply  int         `json:"ply"`
	Side janggi.Side `json:"side"`
}

// DrawDeclined plays on.
type DrawDeclined struct {
	Side janggi.Side `json:"side"` // that declined
}

// TimeAdded is time that a side was given by the other.
type TimeAdded struct {
	AddedMS int64       `json:"added_ms"`
	Clocks  Clocks      `json:"clocks"` // after it
	Side    janggi.Side `json:"side"`   // that has it
}

// RematchOffered asks for another game with the sides swapped. It follows the
// end, as the other events of a rematch do.
type RematchOffered struct {
	Side janggi.Side `json:"side"`
}

// RematchDeclined leaves it at this game.
type RematchDeclined struct {
	Side janggi.Side `json:"side"` // that declined
}

// Rematched names the game that the same players go on with.
type Rematched struct {
	Game string `json:"game"`
}

// LabelsSet replaces the game's labels.
type LabelsSet struct {
	Labels map[string]string `json:"labels"`
}

func (TakebackOffered) EventType() string  { return "TakebackOffered" }
func (TakebackDeclined) EventType() string { return "TakebackDeclined" }
func (TurnsTakenBack) EventType() string   { return "TurnsTakenBack" }
func (DrawOffered) EventType() string      { return "DrawOffered" }
func (DrawDeclined) EventType() string     { return "DrawDeclined" }
func (TimeAdded) EventType() string        { return "TimeAdded" }
func (RematchOffered) EventType() string   { return "RematchOffered" }
func (RematchDeclined) EventType() string  { return "RematchDeclined" }
func (Rematched) EventType() string        { return "GameRematched" }
func (LabelsSet) EventType() string        { return "LabelsSet" }

func (TakebackOffered) event()  {}
func (TakebackDeclined) event() {}
func (TurnsTakenBack) event()   {}
func (DrawOffered) event()      {}
func (DrawDeclined) event()     {}
func (TimeAdded) event()        {}
func (RematchOffered) event()   {}
func (RematchDeclined) event()  {}
func (Rematched) event()        {}
func (LabelsSet) event()        {}
