package rest

import (
	"net/http"
	"slices"
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

// NodeBehind is the server's share of not_yet_visible: what was asked for is in
// the store and has not reached this node. The other row of that code is the
// client's.
var NodeBehind = ProblemType{CodeNotYetVisible, http.StatusServiceUnavailable, "What was waited for has not reached this node yet", "Try again."}

var problemTypes = []ProblemType{
	{CodeBadRequest, http.StatusBadRequest, "The request cannot be read", "Correct what `field` and `detail` name."},
	{CodeUnknownField, http.StatusBadRequest, "The body or the query has a field that does not exist", "Remove `field`, or correct its spelling; names are case-sensitive."},
	{CodeUnauthenticated, http.StatusUnauthorized, "A valid token is needed", "Get a token from `POST /v1/guests` and send it as `Authorization: Bearer …`."},
	{CodeForbidden, http.StatusForbidden, "This token may not do that", "Use a token of this server, with the scope that the call needs."},
	{CodeNotYourGame, http.StatusForbidden, "You are not a player of this game", "Join the game, or use the token of the player whose side it is."},
	{CodeOtherRoom, http.StatusForbidden, "That room of the chat is not yours", "Players and spectators have a room each while the game lasts; afterwards everybody may read both, and players may write in both."},
	{CodeChatOff, http.StatusForbidden, "Nobody talks at this board", "Respect it: whoever opened the game wanted no chat."},
	{CodeWrongCode, http.StatusForbidden, "The room code is wrong", "Ask the game's creator for the code."},
	{CodeGameInProgress, http.StatusForbidden, "There is no help in a game between people", "Play on without help, and analyze the game once it is over."},
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
	{CodeAnalysisUnavailable, http.StatusUnprocessableEntity, "This server does not analyze that", "Use another server, or `janggid uci` on a machine of your own."},
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
	NodeBehind,
}

var problemTypeOf = func() map[Code]ProblemType {
	byCode := make(map[Code]ProblemType, len(problemTypes))
	for _, t := range slices.Backward(problemTypes) {
		byCode[t.Code] = t // the first row of a code with two statuses
	}
	return byCode
}()

// Problem begins a problem of this type. An empty detail means its title.
func (t ProblemType) Problem(detail string) *Problem {
	if detail == "" {
		detail = t.Title
	}
	return &Problem{Type: "urn:janggid:problem:" + string(t.Code), Title: t.Title, Status: t.Status, Code: t.Code, Detail: detail}
}
