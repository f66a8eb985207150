package api

import (
	"net/http"
	"slices"
)

// Code names a problem. Codes are stable: clients branch on them.
type Code string

const (
	CodeBadRequest           Code = "bad_request"
	CodeUnknownField         Code = "unknown_field"
	CodeUnauthenticated      Code = "unauthenticated"
	CodeForbidden            Code = "forbidden"
	CodeNotYourGame          Code = "not_your_game"
	CodeOtherRoom            Code = "other_room"
	CodeChatOff              Code = "chat_off"
	CodeWrongCode            Code = "wrong_code"
	CodeNotFound             Code = "not_found"
	CodeMethodNotAllowed     Code = "method_not_allowed"
	CodeAlreadyJoined        Code = "already_joined"
	CodeSeatTaken            Code = "seat_taken"
	CodeGameOver             Code = "game_over"
	CodeGameNotStarted       Code = "game_not_started"
	CodeSetupAlreadyChosen   Code = "setup_already_chosen"
	CodeSetupNotDue          Code = "setup_not_due"
	CodeTooLateToAbort       Code = "too_late_to_abort"
	CodeWrongPly             Code = "wrong_ply"
	CodeNotYourTurn          Code = "not_your_turn"
	CodeNobodyJoined         Code = "nobody_joined"
	CodeGameNotOver          Code = "game_not_over"
	CodeNothingToTakeBack    Code = "nothing_to_take_back"
	CodeOfferOpen            Code = "offer_open"
	CodeAlreadyOffered       Code = "already_offered"
	CodeNoOffer              Code = "no_offer"
	CodeClockFull            Code = "clock_full"
	CodeEventLimit           Code = "event_limit"
	CodeOpponentPresent      Code = "opponent_present"
	CodeConflict             Code = "conflict"
	CodeStaleRevision        Code = "stale_revision"
	CodeTooLarge             Code = "too_large"
	CodeUnsupportedMediaType Code = "unsupported_media_type"
	CodeIllegalMove          Code = "illegal_move"
	CodePassInCheck          Code = "pass_in_check"
	CodeInvalidPosition      Code = "invalid_position"
	CodeInvalidSetup         Code = "invalid_setup"
	CodeInvalidRuleset       Code = "invalid_ruleset"
	CodeInvalidTimeControl   Code = "invalid_time_control"
	CodeIdempotencyMismatch  Code = "idempotency_mismatch"
	CodeMovesAfterEnd        Code = "moves_after_end"
	CodeComputerUnavailable  Code = "computer_unavailable"
	CodeNoClock              Code = "no_clock"
	CodeNoDraws              Code = "no_draws"
	CodeRateLimited          Code = "rate_limited"
	CodeInternal             Code = "internal"
	CodeHistoryGone          Code = "history_gone"
	CodeHistoryDamaged       Code = "history_damaged"
	CodeUnavailable          Code = "unavailable"
	CodeOverloaded           Code = "overloaded"
	CodeLowStorage           Code = "low_storage"
	CodeOutcomeUnknown       Code = "outcome_unknown"
	CodeNotYetVisible        Code = "not_yet_visible"
)

// ProblemType is a row of the table that the answers, docs/errors.md and the
// responses in openapi.yaml are made from.
type ProblemType struct {
	Code   Code
	Status int
	Title  string
	Advice string // what a client should do
}

// ProblemTypes lists every problem that the API answers with, in the order in
// which docs/errors.md has them.
func ProblemTypes() []ProblemType { return problemTypes }

// nodeBehind is the server's share of not_yet_visible: what was asked for is in
// the store and has not reached this node. The other row of that code is the
// client's.
var nodeBehind = ProblemType{CodeNotYetVisible, http.StatusServiceUnavailable, "What was waited for has not reached this node yet", "Try again."}

var problemTypes = []ProblemType{
	{CodeBadRequest, http.StatusBadRequest, "The request cannot be read", "Correct what `field` and `detail` name."},
	{CodeUnknownField, http.StatusBadRequest, "The body or the query has a field that does not exist", "Remove `field`, or correct its spelling; names are case-sensitive."},
	{CodeUnauthenticated, http.StatusUnauthorized, "A valid token is needed", "Get a token from `POST /v1/guests` and send it as `Authorization: Bearer …`."},
	{CodeForbidden, http.StatusForbidden, "This token may not do that", "Use a token of this server, with the scope that the call needs."},
	{CodeNotYourGame, http.StatusForbidden, "You are not a player of this game", "Join the game, or use the token of the player whose side it is."},
	{CodeOtherRoom, http.StatusForbidden, "That room of the chat is not yours", "Players and spectators have a room each while the game lasts; afterwards everybody may read both, and players may write in both."},
	{CodeChatOff, http.StatusForbidden, "Nobody talks at this board", "Respect it: whoever opened the game wanted no chat."},
	{CodeWrongCode, http.StatusForbidden, "The room code is wrong", "Ask the game's creator for the code."},
	{CodeNotFound, http.StatusNotFound, "Not found", "Check the path; `detail` says what is missing. A private game is not found by anyone but its players."},
	{CodeMethodNotAllowed, http.StatusMethodNotAllowed, "The method does not fit the path", "Use a method that the `Allow` header names."},
	{CodeAlreadyJoined, http.StatusConflict, "You sit on the other side", "Go on with the side that you have."},
	{CodeSeatTaken, http.StatusConflict, "The seat is taken", "Join another game."},
	{CodeGameOver, http.StatusConflict, "The game is over", "Look at `game.outcome`."},
	{CodeGameNotStarted, http.StatusConflict, "The game has not started", "Wait until both players are there and have chosen their setups. A game that has not started is aborted, not resigned."},
	{CodeSetupAlreadyChosen, http.StatusConflict, "The setup is chosen", "Go on with `game.setups`."},
	{CodeSetupNotDue, http.StatusConflict, "It is not time for this setup", "Han chooses first. A game with a custom start has no setups."},
	{CodeTooLateToAbort, http.StatusConflict, "Two turns have been made", "Resign instead."},
	{CodeWrongPly, http.StatusConflict, "The game is at another ply", "Look at `game.ply` and decide again."},
	{CodeNotYourTurn, http.StatusConflict, "The other side is to act", "Wait for your turn."},
	{CodeGameNotOver, http.StatusConflict, "The game is not over", "Play it to its end first."},
	{CodeNobodyJoined, http.StatusConflict, "Nobody joined this game", "Open another game."},
	{CodeNothingToTakeBack, http.StatusConflict, "This side has made no turn", "There is nothing to do."},
	{CodeOfferOpen, http.StatusConflict, "The other side's offer is open", "Accept or decline it first."},
	{CodeAlreadyOffered, http.StatusConflict, "This side has offered that already", "Make a turn first; a rematch is offered once."},
	{CodeNoOffer, http.StatusConflict, "There is no such offer to answer", "Look at `game.offers`; a turn may have withdrawn it."},
	{CodeEventLimit, http.StatusConflict, "The history is too long", "With 6,000 events a game takes no more takebacks, added time or labels, and with 10,000 messages its chat is full. Turns, draws and the end are always possible."},
	{CodeClockFull, http.StatusConflict, "The other side's clock is full", "It has as much time as a game can begin with."},
	{CodeOpponentPresent, http.StatusConflict, "The other player is not away, or not for long enough", "Wait until they have been away for 60 seconds."},
	{CodeNotYetVisible, http.StatusConflict, "What was waited for has not happened", "Ask for what the server has told you of: a `revision`, a `Position`."},
	{CodeConflict, http.StatusConflict, "Others were faster, five times", "Try again."},
	{CodeStaleRevision, http.StatusPreconditionFailed, "The game has moved on", "Look at `game`, decide again, and send its revision."},
	{CodeTooLarge, http.StatusRequestEntityTooLarge, "The request is too large", "Send less; docs/operations.md has the limits."},
	{CodeUnsupportedMediaType, http.StatusUnsupportedMediaType, "The body is of another media type", "Send the `Content-Type` that `detail` names."},
	{CodeIllegalMove, http.StatusUnprocessableEntity, "The move is illegal", "`reason` says why and `at` which point is in the way; `legal_moves` of the game has the legal ones."},
	{CodePassInCheck, http.StatusUnprocessableEntity, "A side in check may not pass", "Answer the check."},
	{CodeInvalidPosition, http.StatusUnprocessableEntity, "The position cannot be", "Correct the FEN as `detail` says."},
	{CodeInvalidSetup, http.StatusUnprocessableEntity, "There is no such setup", "Use HEHE, EHEH, HEEH or EHHE, or one of them in Korean, such as 마상상마."},
	{CodeInvalidRuleset, http.StatusUnprocessableEntity, "The ruleset cannot be", "`GET /v1/rulesets` lists the presets and their options."},
	{CodeInvalidTimeControl, http.StatusUnprocessableEntity, "The time control cannot be", "Correct what `detail` names."},
	{CodeIdempotencyMismatch, http.StatusUnprocessableEntity, "The idempotency key belongs to another request", "Use a new key for a new request."},
	{CodeMovesAfterEnd, http.StatusUnprocessableEntity, "The game ends before the last move", "`ply` and `outcome` say where and how."},
	{CodeComputerUnavailable, http.StatusUnprocessableEntity, "This server has no computer players", "Play a `human` or `self`."},
	{CodeNoClock, http.StatusUnprocessableEntity, "The game has no clocks", "Only games with a time limit know that."},
	{CodeNoDraws, http.StatusUnprocessableEntity, "The rules know no draw", "Play on, or resign. Draws need `settle: draw` or a whole `deom`."},
	{CodeRateLimited, http.StatusTooManyRequests, "Too many requests", "Wait for `Retry-After` seconds."},
	{CodeHistoryGone, http.StatusGone, "The game's history was deleted or cut off", "Forget the game: nobody can play or read it any more."},
	{CodeHistoryDamaged, http.StatusInternalServerError, "The game's history cannot be read", "Tell the operator, who finds it with `janggid verify`; other games are not affected."},
	{CodeInternal, http.StatusInternalServerError, "Something went wrong here", "Try again; report it with the `X-Request-Id` of the answer."},
	{CodeUnavailable, http.StatusServiceUnavailable, "Temporarily unavailable; nothing was written", "Try again."},
	{CodeOverloaded, http.StatusServiceUnavailable, "The server has too much work of this kind", "Wait for `Retry-After` seconds."},
	{CodeLowStorage, http.StatusServiceUnavailable, "The server's disk is nearly full: no new games and imports for now", "Try again later, or another server. Turns are still accepted."},
	{CodeOutcomeUnknown, http.StatusServiceUnavailable, "It is not known whether the command was carried out", "Send the same request with the same `Idempotency-Key` again."},
	nodeBehind,
}

var problemTypeOf = func() map[Code]ProblemType {
	byCode := make(map[Code]ProblemType, len(problemTypes))
	for _, t := range slices.Backward(problemTypes) {
		byCode[t.Code] = t // the first row of a code with two statuses
	}
	return byCode
}()

// Problem is the body of every error answer (RFC 9457). Which of the fields
// after Instance are there depends on the code.
type Problem struct {
	Type     string `json:"type"` // urn:janggid:problem:<code>
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Code     Code   `json:"code"`
	Detail   string `json:"detail"`
	Instance string `json:"instance"` // path of the request

	Field   string       `json:"field,omitempty"`   // bad_request, unknown_field and the invalid_ ones: what is wrong, as a dotted path, a parameter or a header
	Reason  string       `json:"reason,omitempty"`  // illegal_move: why
	At      string       `json:"at,omitempty"`      // illegal_move: the point that is in the way
	Ply     *int         `json:"ply,omitempty"`     // wrong_ply: turns made in the game; positions: turns made before the one that is wrong
	Outcome *outcomeView `json:"outcome,omitempty"` // moves_after_end
	Game    *gameView    `json:"game,omitempty"`    // 409 and 412 about a game: the game as it stands

	header map[string]string
	cause  error // for the log, never for the client
} // @name Problem

// problem begins a problem of the table; its title stands for a detail where
// there is no more to say.
func problem(code Code, detail string) *Problem { return problemTypeOf[code].problem(detail) }

func (t ProblemType) problem(detail string) *Problem {
	if detail == "" {
		detail = t.Title
	}
	return &Problem{Type: "urn:janggid:problem:" + string(t.Code), Title: t.Title, Status: t.Status, Code: t.Code, Detail: detail}
}

// badField is a bad_request about a field, parameter or header.
func badField(field, detail string) *Problem {
	p := problem(CodeBadRequest, field+": "+detail)
	p.Field = field
	return p
}

func (p *Problem) Error() string {
	if p.cause != nil {
		return string(p.Code) + ": " + p.cause.Error()
	}
	return string(p.Code) + ": " + p.Detail
}

func (p *Problem) Unwrap() error { return p.cause }

func (p *Problem) causedBy(err error) *Problem {
	p.cause = err
	return p
}
