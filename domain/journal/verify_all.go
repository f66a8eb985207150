package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/domain/room"
	"github.com/janggid/janggid/eventstore"
)

// Verified is the progress of verifying a whole store.
type Verified struct {
	Streams  int
	Position eventstore.Position // all streams that begin up to here are checked
	Head     eventstore.Position // of the store when the check began

	Different   int          // streams with a discrepancy, so far
	Discrepancy *Discrepancy // of the stream that was checked last; nil for none

	Gone   int    // streams that were deleted or cut with other tools, so far
	Reason string // why the stream that was looked at last counts as gone; "" if it does not
}

// VerifyAll checks every game of a store as Verify does, and that the streams of
// players and rooms can be read. Streams that cannot be this program's are left
// alone, and those that were deleted or cut only counted. Progress, which may be
// nil, is told of every stream that was looked at. The error is the first
// *Discrepancy, after all streams are checked, or the store's.
func VerifyAll(ctx context.Context, store eventstore.Store, progress func(Verified)) error {
	head, err := store.Head(ctx)
	if err != nil {
		return fmt.Errorf("journal: verify: %w", err)
	}
	done := Verified{Head: head}
	var first *Discrepancy
	// A stream is checked where it is seen first, which need not be at its
	// beginning: that may be gone.
	seen := eventstore.NewStreamSet()
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return fmt.Errorf("journal: verify: %w", err)
		}
		if !seen.Add(r.Stream) {
			continue
		}
		known, err := verifyStream(ctx, store, r.Stream)
		d, differs := errors.AsType[*Discrepancy](err)
		done.Discrepancy, done.Reason = d, ""
		switch {
		case differs:
			done.Different++
			first = cmp.Or(first, d)
		case errors.Is(err, eventstore.ErrDeleted), errors.Is(err, ErrNotFound):
			done.Gone++
			done.Reason = fmt.Sprintf("gone: %s: %v", r.Stream, err)
		case err != nil:
			return err
		}
		if known {
			done.Streams++
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

// verifyStream checks a stream if its name is one of this program's.
func verifyStream(ctx context.Context, store eventstore.Store, stream string) (known bool, err error) {
	if !IsOwnStream(stream) {
		return false, nil
	}
	if id, ok := GameID(stream); ok {
		return true, Verify(ctx, store, id)
	}
	for _, c := range streamChecks {
		if strings.HasPrefix(stream, c.prefix) {
			return true, verifyEach(ctx, store, stream, c.check)
		}
	}
	return false, nil
}

// streamCheck checks the events of one kind of stream.
type streamCheck struct {
	prefix string
	check  func(eventstore.Recorded) *Discrepancy
}

// streamChecks has a row for every kind of stream except games.
var streamChecks = []streamCheck{
	checkOf(playerStreams, checkPlayerEvent),
	checkOf(poolStreams, nil),
	checkOf(chatStreams, nil),
	checkOf(presenceStreams, nil),
	checkOf(keyStreams, nil),
	checkOf(ticketStreams, nil),
	checkOf(roomStreams, checkRoomEvent),
}

// checkOf returns the check of an aggregate's events: each is readable, passes
// check (which may be nil), and is stored as it would be today.
func checkOf[S any, E storedEvent](a aggregate[S, E], check func(entry[E]) *Discrepancy) streamCheck {
	return streamCheck{a.prefix, func(r eventstore.Recorded) *Discrepancy {
		e, err := a.types.decode(r)
		if err != nil {
			return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
		}
		if check != nil {
			if d := check(e); d != nil {
				return d
			}
		}
		return checkForm(r, e.Event)
	}}
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

func checkPlayerEvent(e entry[player.Event]) *Discrepancy {
	if _, first := e.Event.(player.Registered); first != (e.Revision == 0) {
		return &Discrepancy{Field: "type", Stored: asJSON(e.Event.EventType()), Computed: "PlayerRegistered is the first event, and only that"}
	}
	return nil
}

func checkRoomEvent(e entry[room.Event]) *Discrepancy {
	if e.Revision > 0 {
		return &Discrepancy{Field: "type", Stored: asJSON(e.Event.EventType()), Computed: "a room is reserved once"}
	}
	if reserved := e.Event.(room.Reserved); !canonicalID(reserved.Game) {
		return &Discrepancy{Field: "data.game", Stored: asJSON(reserved.Game), Computed: "the id of a game"}
	}
	return nil
}

// checkForm checks that an event is stored as it would be today.
func checkForm(r eventstore.Recorded, e any) *Discrepancy {
	written, err := encode(e)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return firstDifference(r.Data, written)
}
