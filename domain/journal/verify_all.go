package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
)

// Verified is how far a check of a whole store has come.
type Verified struct {
	Streams  int
	Position eventstore.Position // up to which streams that begin there are checked
	Head     eventstore.Position // of the store when the check began

	Different   int          // streams with a discrepancy, so far
	Discrepancy *Discrepancy // of the stream that was checked last; nil for none
}

// VerifyAll checks every game of a store as Verify does, and that the streams of
// players and rooms can be read. Streams of other names are left alone. Progress,
// which may be nil, is told of every stream that was checked. The error is the
// first *Discrepancy, after all streams are checked, or the store's.
func VerifyAll(ctx context.Context, store eventstore.Store, progress func(Verified)) error {
	head, err := store.Head(ctx)
	if err != nil {
		return fmt.Errorf("journal: verify: %w", err)
	}
	done := Verified{Head: head}
	var first *Discrepancy
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return fmt.Errorf("journal: verify: %w", err)
		}
		if r.Revision > 0 {
			continue // its stream was checked where it began
		}
		known, err := verifyStream(ctx, store, r.Stream)
		d, differs := errors.AsType[*Discrepancy](err)
		if err != nil && !differs {
			return err
		}
		if known {
			done.Streams++
		}
		if done.Discrepancy = d; differs {
			done.Different++
			first = cmp.Or(first, d)
		}
		done.Position = r.Position
		if progress != nil {
			progress(done)
		}
	}
	if first != nil {
		return first
	}
	return nil
}

// verifyStream checks a stream if its name says that it is one of this
// program's.
func verifyStream(ctx context.Context, store eventstore.Store, stream string) (known bool, err error) {
	if id, ok := GameID(stream); ok {
		return true, Verify(ctx, store, id)
	}
	if _, ok := PlayerID(stream); ok {
		return true, verifyEach(ctx, store, stream, checkPlayerEvent)
	}
	if _, ok := LineOf(stream); ok {
		return true, verifyEach(ctx, store, stream, checkPairingEvent)
	}
	if _, ok := ChatOf(stream); ok {
		return true, verifyEach(ctx, store, stream, checkMessage)
	}
	if _, ok := PresenceOf(stream); ok {
		return true, verifyEach(ctx, store, stream, checkPresence)
	}
	if strings.HasPrefix(stream, keyPrefix) {
		return true, verifyEach(ctx, store, stream, checkKeyUsed)
	}
	if _, ok := RoomCode(stream); ok {
		return true, verifyEach(ctx, store, stream, checkRoomEvent)
	}
	return false, nil
}

func verifyEach(ctx context.Context, store eventstore.Store, stream string, check func(eventstore.Recorded) *Discrepancy) error {
	for r, err := range store.ReadStream(ctx, stream, 0) {
		if err != nil {
			return fmt.Errorf("journal: verify %s: %w", stream, err)
		}
		if d := check(r); d != nil {
			d.Stream, d.Revision = r.Stream, r.Revision
			return d
		}
	}
	return nil
}

func checkPlayerEvent(r eventstore.Recorded) *Discrepancy {
	e, err := decodePlayerEvent(r)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	if _, first := e.(player.Registered); first != (r.Revision == 0) {
		return &Discrepancy{Field: "type", Stored: asJSON(r.Type), Computed: "PlayerRegistered is the first event, and only that"}
	}
	return checkForm(r, e)
}

func checkRoomEvent(r eventstore.Recorded) *Discrepancy {
	if r.Revision > 0 {
		return &Discrepancy{Field: "type", Stored: asJSON(r.Type), Computed: "a room is reserved once"}
	}
	e, err := decodeRoomReserved(r)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	if !canonicalID(e.Game) {
		return &Discrepancy{Field: "data.game", Stored: asJSON(e.Game), Computed: "the id of a game"}
	}
	return checkForm(r, e)
}

func checkMessage(r eventstore.Recorded) *Discrepancy {
	m, err := DecodeMessage(r)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return checkForm(r, m.Posted)
}

func checkPresence(r eventstore.Recorded) *Discrepancy {
	e, err := decodePresence(r)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return checkForm(r, e)
}

func checkPairingEvent(r eventstore.Recorded) *Discrepancy {
	e, err := decodePairing(r)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return checkForm(r, e)
}

func checkKeyUsed(r eventstore.Recorded) *Discrepancy {
	e, err := decodeKeyUsed(r)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return checkForm(r, e)
}

// checkForm checks that an event is stored as it would be today.
func checkForm(r eventstore.Recorded, e any) *Discrepancy {
	written, err := encode(e)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return firstDifference(r.Data, written)
}
