package eventstore

import (
	"context"
	"iter"

	"github.com/google/uuid"
)

// Event is what a writer hands over. Its ID identifies the event for ever: it
// is made once per command, kept through the command's retries, and shared by
// no two commands. Version 7 UUIDs keep indexes small.
type Event struct {
	ID       uuid.UUID
	Type     string
	Data     []byte // JSON
	Metadata []byte // JSON
}

// Recorded is an event as the store holds it.
type Recorded struct {
	Event
	Stream   string
	Revision uint64
	Position Position
}

// Appended tells where the last event of an append stands.
type Appended struct {
	Revision uint64
	Position Position
}

// Message is what a subscription yields: an event, the news that a stream is
// gone, or that everything which the store held so far has been delivered.
type Message struct {
	Recorded
	Gone     bool     // no event; events of the stream were deleted or cut off by someone with other tools
	CaughtUp bool     // no event; all that was stored has been yielded
	Checked  Position // with CaughtUp: all that stands at or before it has been yielded; 0 if unknown
}

// Store is an append-only store of events. Its methods may be called from many
// goroutines. Sequences stop at their first error, which they yield.
type Store interface {
	// Append stores all events at the end of the stream, in one step, if the
	// stream is where expected says. It returns when they are durable. Events
	// that already stand where expected would put them are not stored again: the
	// answer is that of the first time. A ctx that has ended writes nothing and
	// gives its error; later it ends the wait only where the store cannot
	// answer soon, and the outcome is then ErrOutcomeUnknown.
	Append(ctx context.Context, stream string, expected Expectation, events []Event) (Appended, error)

	// ReadStream yields the stream's events from revision from on, in order. A
	// stream that does not exist yields nothing. A read that ctx cuts short
	// yields ctx's error, as it would otherwise look complete; so for ReadAll.
	ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[Recorded, error]

	// ReadAll yields the events of all streams after a position, in order, up to
	// what the store holds when the read gets there.
	ReadAll(ctx context.Context, after Position) iter.Seq2[Recorded, error]

	// Subscribe yields the events of all streams after a position, first those
	// stored, then the new ones as they come, until ctx ends. It reconnects by
	// itself; it ends with an error only when going on is impossible (ErrClosed
	// when the store is closed), and without one when ctx ends. Each time it gets
	// level with the store, after live events too, it yields a message with
	// CaughtUp.
	//
	// Marks are events that the caller knows from this store. Whenever the
	// subscription is made, again too, the store is asked for them and for those
	// yielded since; it ends with ErrOtherHistory if another event stands in the
	// place of one, or if the store is sure that none does. Of several marks of one
	// stream only the first counts; one of a stream that was deleted or cut says
	// nothing.
	Subscribe(ctx context.Context, after Position, marks ...Mark) iter.Seq2[Message, error]

	// Head is the position of the last event that the store holds now; zero
	// when it holds none.
	Head(ctx context.Context) (Position, error)

	// Close waits for what is being written and lets go of the store's
	// resources. Calls after it fail with ErrClosed, except Close itself, which
	// may be called again.
	Close() error
}

// Uncertain is a Store whose reads may be out of date for a while: its server was
// lost, and the one that answers may not know yet that another leads.
type Uncertain interface {
	Store

	// Certainty gives a number that grows with each loss, and whether what is read
	// now is known to be up to date. What was read before a loss, and what is
	// refused because of something read while it is not certain, may be wrong.
	Certainty() (losses uint64, certain bool)
}

// Lengths is a Store that knows how many events a stream has without reading it.
// In the others reading from any revision on costs no more than what is read.
type Lengths interface {
	Store

	// Length is the number of a stream's events; zero for one that does not exist.
	Length(ctx context.Context, stream string) (uint64, error)
}

// Health is a Store that can tell whether it is able to store events now without
// storing any.
type Health interface {
	Store

	// Healthy gives nil, or an error that wraps ErrUnavailable.
	Healthy(ctx context.Context) error
}
