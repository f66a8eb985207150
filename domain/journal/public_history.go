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

// PublicEvent is the public form of an event.
type PublicEvent struct {
	Revision uint64          `json:"revision"`
	Type     string          `json:"type"`
	ID       uuid.UUID       `json:"id"`
	Time     game.Instant    `json:"time"`
	Data     json.RawMessage `json:"data"`
	Metadata Metadata        `json:"metadata"` // its public part
}

// MaxHistoryEvents bounds the events of a history to check, far above the
// length of a game.
const MaxHistoryEvents = 20_000

// PublicHistory is a published history, unchecked.
type PublicHistory struct {
	GameID string
	// Events are decoded lazily, one at a time. A malformed event yields a
	// *MalformedError and ends the sequence.
	Events iter.Seq2[PublicEvent, error]
	Proof  *proof.Proof // nil for none
}

// MalformedError is why a text is not a history.
type MalformedError struct {
	Value  int // which of the JSON values in the text, from 1
	Detail string
}

func (e *MalformedError) Error() string { return fmt.Sprintf("value %d: %s", e.Value, e.Detail) }

// ReadPublicHistory reads a history as served by the API: one or more pages of
// events, single events as in NDJSON, and a proof, inside a page or separate.
// Single events do not name their game; gameID does, if not "". The error is a
// *MalformedError.
//
// Besides the text it uses a few bytes an event, because it only locates
// events. text must not change while the history is in use.
func ReadPublicHistory(text []byte, gameID string) (PublicHistory, error) {
	if len(text) > math.MaxInt32 {
		return PublicHistory{}, &MalformedError{1, "longer than 2 GiB"}
	}
	r := historyReader{text: text, decoder: jsontext.NewDecoder(bytes.NewBuffer(text)), game: gameID}
	err := r.read()
	return PublicHistory{GameID: r.game, Events: r.decodeEvents, Proof: r.proof}, err
}

// historyReader locates the events in a text.
type historyReader struct {
	text    []byte
	decoder *jsontext.Decoder
	value   int // the current value of the text, counted from 1
	game    string
	proof   *proof.Proof
	events  []span
}

// span locates an event in the text.
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
		return &MalformedError{1, "no events"}
	case r.game == "":
		return &MalformedError{1, "the events do not name their game"}
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

// readValue reads one value of the text. A value with a signature is a proof,
// one with events a page; anything else is an event.
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
			id, _ := jsontext.AppendUnquote(nil, value) // only a string can be an id
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
	return p, unmarshalStrict(value, &p)
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
		if err := unmarshalStrict(r.text[at.start:at.end], &e); err != nil {
			yield(e, &MalformedError{int(at.value), err.Error()})
			return
		}
		if !yield(e, nil) {
			return
		}
	}
}

// Source returns the source in the history's first event; nil for a game that
// was not imported. The error wraps ErrDamaged.
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
	return nil, fmt.Errorf("%w: no events", ErrDamaged)
}

// of sets the game of a value.
func (r *historyReader) of(gameID string) error {
	if r.game != "" && r.game != gameID {
		return fmt.Errorf("belongs to game %q, but earlier values belong to %q", gameID, r.game)
	}
	r.game = gameID
	return nil
}

// unmarshalStrict reads JSON without members unknown to dst, because an ignored member
// would go unchecked.
func unmarshalStrict(value []byte, dst any) error {
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.DisallowUnknownFields()
	return decoder.Decode(dst)
}

// recorded returns the event as stored. Data and metadata are brought to
// canonical form, which the hashes cover, so a client's formatting does not
// matter.
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
