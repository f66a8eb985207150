package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/go-json-experiment/json/jsontext"
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

// MaxHistoryEvents is how many events a history may have that is checked. It is
// far above what a game comes to.
const MaxHistoryEvents = 20_000

// PublicHistory is a history as it was handed out, not checked in any way.
type PublicHistory struct {
	GameID string
	// Events are decoded one at a time while they are asked for. What is no event
	// is a *MalformedError, after which there are no more.
	Events iter.Seq2[PublicEvent, error]
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
// they are of: gameID does, if it is not "". The error is a *MalformedError.
//
// Beside the text it takes a few bytes an event, since it finds events and leaves
// them as they are. text must stay as it is while the history is used.
func ReadPublicHistory(text []byte, gameID string) (PublicHistory, error) {
	if len(text) > math.MaxInt32 {
		return PublicHistory{}, &MalformedError{1, "longer than 2 GiB"}
	}
	r := historyReader{text: text, decoder: jsontext.NewDecoder(bytes.NewBuffer(text)), game: gameID}
	err := r.read()
	return PublicHistory{GameID: r.game, Events: r.decodeEvents, Proof: r.proof}, err
}

// historyReader finds the events in a text.
type historyReader struct {
	text    []byte
	decoder *jsontext.Decoder
	value   int // which of the text's values is read, from 1
	game    string
	proof   *proof.Proof
	events  []span
}

// span is where an event stands in the text.
type span struct {
	value      int32
	start, end int32
}

func (r *historyReader) read() error {
	for r.value = 1; r.decoder.PeekKind() != 0; r.value++ {
		err := r.readValue()
		if err == nil && r.value > MaxHistoryEvents {
			err = fmt.Errorf("more than %d values", MaxHistoryEvents)
		}
		if err != nil {
			return r.malformed(err)
		}
	}
	if _, err := r.decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return r.malformed(err)
	}
	switch {
	case len(r.events) == 0:
		return &MalformedError{1, "there are no events"}
	case r.game == "":
		return &MalformedError{1, "nothing says which game the events are of"}
	case !canonicalID(r.game):
		return &MalformedError{1, fmt.Sprintf("%q is not the id of a game", r.game)}
	}
	return nil
}

func (r *historyReader) malformed(err error) *MalformedError {
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return &MalformedError{r.value, "not JSON: " + syntax.Err.Error()}
	}
	return &MalformedError{r.value, err.Error()}
}

// readValue takes in one of the text's values. A proof is told by its signature,
// a page by its events; anything else is an event.
func (r *historyReader) readValue() error {
	start, err := r.decoder.ReadToken()
	if err != nil {
		return err
	}
	if start.Kind() != '{' {
		return errors.New("not an object")
	}
	var gameID string
	var proven *proof.Proof
	whole := span{value: int32(r.value), start: int32(r.decoder.InputOffset() - 1)}
	isPage, isProof, other := false, false, ""
	for r.decoder.PeekKind() != '}' {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		if name == "events" {
			isPage = true
			if err := r.readEvents(); err != nil {
				return err
			}
			continue
		}
		value, err := r.decoder.ReadValue()
		if err != nil {
			return err
		}
		switch name {
		case "game_id":
			id, _ := jsontext.AppendUnquote(nil, value) // what is no string is no id either
			gameID = string(id)
		case "proof":
			if proven, err = readProof(value); err != nil {
				return err
			}
		case "next":
		case "signature":
			isProof = true
		default:
			other = name
		}
	}
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	whole.end = int32(r.decoder.InputOffset())
	switch {
	case isProof:
		if r.proof, err = readProof(r.text[whole.start:whole.end]); err != nil {
			return err
		}
		return r.of(r.proof.GameID)
	case !isPage:
		return r.found(whole)
	case other != "":
		return fmt.Errorf("unknown field %q", other)
	}
	if proven != nil {
		r.proof = proven
	}
	return r.of(gameID)
}

// readProof reads a proof; nil for null.
func readProof(value []byte) (p *proof.Proof, err error) {
	return p, strictly(value, &p)
}

// readEvents finds the events of a page.
func (r *historyReader) readEvents() error {
	token, err := r.decoder.ReadToken()
	if err != nil || token.Kind() == 'n' {
		return err
	}
	if token.Kind() != '[' {
		return errors.New("events: not an array")
	}
	for r.decoder.PeekKind() != ']' {
		value, err := r.decoder.ReadValue()
		if err != nil {
			return err
		}
		end := int32(r.decoder.InputOffset())
		if err := r.found(span{int32(r.value), end - int32(len(value)), end}); err != nil {
			return err
		}
	}
	_, err = r.decoder.ReadToken()
	return err
}

func (r *historyReader) found(event span) error {
	if len(r.events) == MaxHistoryEvents {
		return fmt.Errorf("more than %d events", MaxHistoryEvents)
	}
	r.events = append(r.events, event)
	return nil
}

// decodeEvents is the history's iterator.
func (r *historyReader) decodeEvents(yield func(PublicEvent, error) bool) {
	for _, at := range r.events {
		var e PublicEvent
		if err := strictly(r.text[at.start:at.end], &e); err != nil {
			yield(e, &MalformedError{int(at.value), err.Error()})
			return
		}
		if !yield(e, nil) {
			return
		}
	}
}

// Source is the source in the history's first event; nil for a game that was
// played and not imported. The error wraps ErrDamaged.
func (h *PublicHistory) Source() (*game.Source, error) {
	for e, err := range h.Events {
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		r, err := e.recorded(h.GameID)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return SourceIn(r)
	}
	return nil, fmt.Errorf("%w: there are no events", ErrDamaged)
}

// of takes note of the game that a value is about.
func (r *historyReader) of(gameID string) error {
	if r.game != "" && r.game != gameID {
		return fmt.Errorf("is of game %q, and what came before of %q", gameID, r.game)
	}
	r.game = gameID
	return nil
}

// strictly reads JSON that has no other members than dst. What a member is
// called decides what was checked, so nothing is passed over.
func strictly(value []byte, dst any) error {
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
