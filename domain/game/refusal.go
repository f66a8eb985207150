package game

// Refusal is why a command is not carried out. Its code is stable; the API
// publishes it.
type Refusal string

const (
	AlreadyJoined      Refusal = "already_joined"
	SeatTaken          Refusal = "seat_taken"
	GameOver           Refusal = "game_over"
	GameNotStarted     Refusal = "game_not_started"
	SetupAlreadyChosen Refusal = "setup_already_chosen"
	SetupNotDue        Refusal = "setup_not_due"
	TooLateToAbort     Refusal = "too_late_to_abort"
	WrongPly           Refusal = "wrong_ply"
	NotYourTurn        Refusal = "not_your_turn"
	NotYourGame        Refusal = "not_your_game"
	NobodyJoined       Refusal = "nobody_joined"
	GameNotOver        Refusal = "game_not_over"
	NothingToTakeBack  Refusal = "nothing_to_take_back"
	OfferOpen          Refusal = "offer_open"
	AlreadyOffered     Refusal = "already_offered"
	NoOffer            Refusal = "no_offer"
	OpponentPresent    Refusal = "opponent_present"
	ClockFull          Refusal = "clock_full"
	NoClock            Refusal = "no_clock"
	EventLimit         Refusal = "event_limit"
	NoDraws            Refusal = "no_draws"
	GameInProgress     Refusal = "game_in_progress"
	NotSuperseded      Refusal = "not_superseded" // no API command meets it
)

var refusalTexts = map[Refusal]string{
	AlreadyJoined:      "you sit on the other side of this game",
	SeatTaken:          "somebody else sits there",
	GameOver:           "the game is over",
	GameNotStarted:     "the game has not started",
	SetupAlreadyChosen: "this side has its setup",
	SetupNotDue:        "it is not this side's turn to choose a setup",
	TooLateToAbort:     "a game can be aborted while fewer than two turns have been made",
	WrongPly:           "the game is at another ply than the one named",
	NotYourTurn:        "the other side is to act",
	NotYourGame:        "you are not a player of this game",
	NobodyJoined:       "nobody joined this game",
	GameNotOver:        "the game is not over",
	NothingToTakeBack:  "this side has made no turn",
	OfferOpen:          "the other side's offer is to be answered first",
	AlreadyOffered:     "this side has offered that since its last turn",
	NoOffer:            "the other side offers no such thing",
	OpponentPresent:    "the other player has not been away for 60 s",
	ClockFull:          "the other side has as much time as a clock can show",
	NoClock:            "the game has no clocks",
	EventLimit:         "this game's history is too long for more of that; turns and the end are still possible",
	NoDraws:            "by the rules of this game somebody always wins",
	GameInProgress:     "nobody gets help in a game against another person",
	NotSuperseded:      "only an imported game can be superseded, and once",
}

func (r Refusal) Error() string { return refusalTexts[r] }
