package rules

import (
	"errors"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/proof"
)

type Replay struct {
	GameID    string        `json:"game_id"`
	Valid     bool          `json:"valid"`     // every event can be
	Revision  *uint64       `json:"revision"`  // of the last event that can be
	Digest    *string       `json:"digest"`    // its hash
	Game      *view.Game    `json:"game"`      // as of then
	Fault     *faultView    `json:"fault"`     // the first event that cannot be
	Proof     *proofVerdict `json:"proof"`     // null where none was posted
	Judgement *Judgement    `json:"judgement"` // null where no ruleset was asked for
} // @name Replay

// faultView is the first fault of a history.
type faultView struct {
	Revision uint64 `json:"revision"`
	Field    string `json:"field"`    // type, data.captured, metadata.prev …
	Stored   string `json:"stored"`   // as JSON; empty where it is missing
	Computed string `json:"computed"` // as JSON, or why what is stored cannot be
} // @name ReplayFault

// proofVerdict is the result of verifying a history's proof.
type proofVerdict string

const (
	ProofValid        proofVerdict = "valid"
	ProofUnknownKey   proofVerdict = "unknown_key"   // signed by another server
	ProofSignature    proofVerdict = "signature"     // the signature is wrong
	ProofOtherHistory proofVerdict = "other_history" // it is of other events
)

// Judgement is the result of the same turns under another ruleset.
type Judgement struct {
	Ruleset    view.Ruleset     `json:"ruleset"`
	Difference *game.Difference `json:"difference"`       // null where the game goes the same way
	Ply        int              `json:"ply"`              // turns made where the two part, or all of them
	Move       *janggi.Move     `json:"move,omitempty"`   // illegal_turn: the turn
	Code       string           `json:"code,omitempty"`   // illegal_turn: illegal_move or pass_in_check
	Reason     string           `json:"reason,omitempty"` // illegal_move: why
	At         string           `json:"at,omitempty"`     // illegal_move: the point that is in the way
	Stored     *view.Outcome    `json:"stored"`           // as the history has it
	Outcome    *view.Outcome    `json:"outcome"`          // under the other ruleset, at that ply
} // @name Judgement

// MaxReplay is the longest history in a request, in bytes.
const MaxReplay = 4 << 20

// Replay checks a client's history. It stores nothing.
//
//	@ID replayHistory
//	@Summary Check a history, and judge it under other rules
//	@Description Takes pages of `GET /v1/games/{id}/events`, or the events as NDJSON, at most 20,000, and checks each against the rules, its hash and the events before, up to the first that cannot be. Answers with the game as the last good event leaves it. With `ruleset` the same turns are judged under other rules. Nothing is stored, no token is needed, and players have no names.
//	@Tags history
//	@Accept json
//	@Param ruleset query string false "Judge the turns under this ruleset too: a preset's name, or an object as a creation takes"
//	@Param game_id query string false "Game that the events are of, where the body does not say" format(uuid)
//	@Param body body object true "The history, at most 4 MiB"
//	@Success 200 {object} Replay "What is true of it"
//	@Failure 422 {object} rest.Problem "invalid_ruleset"
//	@x-traits ["body","event lines","limited by replays","bounded by uploads","bounded by calculations"]
//	@Router /v1/replays [post]
func (h *Handlers) Replay(c echo.Context) error {
	if err := h.Limits.Take(c, limit.Replays, rest.Address(c)); err != nil {
		return err
	}
	done, err := h.Limits.Hold(c, limit.Uploads)
	defer done()
	if err != nil {
		return err
	}
	data, err := rest.ReadUpTo(c, MaxReplay, isHistory)
	if err != nil {
		return err
	}
	ruleset, err := view.RulesetParam(c)
	if err != nil {
		return err
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	history, err := journal.ReadPublicHistory(data, c.QueryParam("game_id"))
	var v Replay
	if err == nil {
		v, err = h.viewReplay(history, ruleset)
	}
	if malformed, ok := errors.AsType[*journal.MalformedError](err); ok {
		return rest.NewProblem(rest.CodeBadRequest, malformed.Error())
	}
	if err != nil {
		return err
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}

// isHistory accepts the media types in which the API publishes events.
func isHistory(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return rest.IsJSON(contentType) || err == nil && media == rest.MimeNDJSON
}

// viewReplay checks a history. It fails with MalformedError if it is none.
func (h *Handlers) viewReplay(history journal.PublicHistory, ruleset *game.Ruleset) (Replay, error) {
	g, err := history.Check()
	if _, malformed := errors.AsType[*journal.MalformedError](err); malformed {
		return Replay{}, err
	}
	fault, faulty := errors.AsType[*journal.Discrepancy](err)
	v := Replay{GameID: history.GameID, Valid: !faulty}
	if faulty {
		v.Fault = &faultView{fault.Revision, fault.Field, fault.Stored, fault.Computed}
	}
	if history.Proof != nil {
		v.Proof = new(h.verdict(*history.Proof, err))
	}
	if g == nil {
		return v, nil
	}
	v.Revision, v.Digest = &g.Revision, new(g.Digest())
	source, _ := history.Source() // its first event was read for g
	v.Game = view.NewGame(g, "", view.SeatsAlone(g.State.Seats), view.WithoutComments(source))
	v.Game.RoomCode = nil // it is in no published event
	if ruleset != nil {
		v.Judgement = viewJudgement(&g.State, *ruleset)
	}
	return v, nil
}

// verdict verifies a proof by this server's keys, given the result of checking its
// history.
func (h *Handlers) verdict(p proof.Proof, checked error) proofVerdict {
	if checked != nil {
		return ProofOtherHistory
	}
	verdict := ProofUnknownKey
	for _, k := range h.Signer.Keys().Keys {
		key, err := k.PublicKey()
		if err != nil {
			continue
		}
		switch err := p.Verify(key); {
		case err == nil:
			return ProofValid
		case errors.Is(err, proof.ErrSignature):
			verdict = ProofSignature
		}
	}
	return verdict
}

func viewJudgement(s *game.State, ruleset game.Ruleset) *Judgement {
	j := game.Rejudge(s, ruleset.Rules)
	v := &Judgement{Ruleset: view.Ruleset(ruleset), Ply: j.Ply, Move: j.Move, Stored: view.NewOutcome(s.Outcome), Outcome: view.NewOutcome(j.Outcome)}
	if j.Difference != "" {
		v.Difference = &j.Difference
	}
	if j.Illegal != nil {
		p := view.ProblemOf(j.Illegal)
		v.Code, v.Reason, v.At = string(p.Code), p.Reason, p.At
	}
	return v
}
