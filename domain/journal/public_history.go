package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/proof"
	"github.com/janggid/janggid/eventstore"
)

// PublicEvent is an event as everybody who may see the game can read it.
type PublicEvent struct {
	Revision uint64          `json:"revision"`
	Type     string          `json:"type"`
	ID       uuid.UUID       `json:"id"`
	Time     game.Instant    `json:"time"`
	Data     json.RawMessage `json:"data"`
	Metadata Metadata        `json:"metadata"` // its public part
}

// PublicHistory is a history as it was handed out, not checked in any way.
type PublicHistory struct {
	GameID string
	Events []PublicEvent
	Proof  *proof.Proof // nil for none
}

// MalformedError says why a text is no history.
type MalformedError struct {
	Value  int // which of the JSON values in the text, from 1
	Detail string
}

func (e *MalformedError) Error() string { return fmt.Sprintf("value %d: %s", e.Value, e.Detail) }

// ReadPublicHistory reads what the API has handed out of a game: a page of
// events, or several, one after the other; events by themselves, as NDJSON has
// them; a proof, within a page or by itself. Events alone do not say which game
// they are of: gameID does, if it is not "". The error is a *MalformedError or
// the reader's.
func ReadPublicHistory(r io.Reader, gameID string) (PublicHistory, error) {
	h := PublicHistory{GameID: gameID}
	decoder := json.NewDecoder(r)
	for n := 1; ; n++ {
		var value json.RawMessage
		err := decoder.Decode(&value)
		if errors.Is(err, io.EOF) {
			break
		}
		if _, syntax := errors.AsType[*json.SyntaxError](err); syntax || errors.Is(err, io.ErrUnexpectedEOF) {
			return h, &MalformedError{n, "not JSON: " + err.Error()}
		}
		if err != nil {
			return h, err
		}
		if err := h.add(value); err != nil {
			return h, &MalformedError{n, err.Error()}
		}
	}
	switch {
	case len(h.Events) == 0:
		return h, &MalformedError{1, "there are no events"}
	case h.GameID == "":
		return h, &MalformedError{1, "nothing says which game the events are of"}
	case !canonicalID(h.GameID):
		return h, &MalformedError{1, fmt.Sprintf("%q is not the id of a game", h.GameID)}
	}
	return h, nil
}

// add takes in one of the text's values. A proof is told by its signature, a
// page by its events.
func (h *PublicHistory) add(value json.RawMessage) error {
	var form struct {
		Events    json.RawMessage `json:"events"`
		Signature json.RawMessage `json:"signature"`
	}
	if value[0] != '{' || json.Unmarshal(value, &form) != nil {
		return errors.New("not an object") // null would decode as if it had no members
	}
	switch {
	case form.Signature != nil:
		h.Proof = &proof.Proof{}
		if err := strictly(value, h.Proof); err != nil {
			return err
		}
		return h.of(h.Proof.GameID)
	case form.Events == nil:
		var e PublicEvent
		if err := strictly(value, &e); err != nil {
			return err
		}
		h.Events = append(h.Events, e)
		return nil
	}
	var page struct {
		GameID string        `json:"game_id"`
		Events []PublicEvent `json:"events"`
		Next   *uint64       `json:"next"`
		Proof  *proof.Proof  `json:"proof"`
	}
	if err := strictly(value, &page); err != nil {
		return err
	}
	h.Events = append(h.Events, page.Events...)
	if page.Proof != nil {
		h.Proof = page.Proof
	}
	return h.of(page.GameID)
}

// Source is the source in the history's first event; nil for a game that was
// played and not imported. The error wraps ErrDamaged.
func (h *PublicHistory) Source() (*game.Source, error) {
	r, err := h.Events[0].recorded(h.GameID)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return SourceIn(r)
}

// of takes note of the game that a value is about.
func (h *PublicHistory) of(gameID string) error {
	if h.GameID != "" && h.GameID != gameID {
		return fmt.Errorf("is of game %q, and what came before of %q", gameID, h.GameID)
	}
	h.GameID = gameID
	return nil
}

// strictly reads JSON that has no other members than dst. What a member is
// called decides what was checked, so nothing is passed over.
func strictly(value json.RawMessage, dst any) error {
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.DisallowUnknownFields()
	return decoder.Decode(dst)
}

// recorded is the event as a store would hold it. Data and metadata are brought
// to their canonical form, of which hashes are taken, so that it does not
// matter how a client has set them out.
func (e PublicEvent) recorded(gameID string) (eventstore.Recorded, error) {
	data, err := jcs.Transform(e.Data)
	if err != nil {
		return eventstore.Recorded{}, fmt.Errorf("data: %w", err)
	}
	e.Metadata.Private = nil
	return eventstore.Recorded{
		Event:    eventstore.Event{ID: e.ID, Type: e.Type, Data: data, Metadata: appendMetadata(nil, e.Metadata)},
		Stream:   gamePrefix + gameID,
		Revision: e.Revision,
	}, nil
}
