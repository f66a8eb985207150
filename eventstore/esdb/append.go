package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// usualMaxAppend is the server's limit for one append unless it is configured.
const usualMaxAppend = 1 << 20

// Append implements eventstore.Store.
//
// It is tried until the cluster answers, at most for Options.Patience and each
// time with the same ids and expectation. When an answer does not come, or says
// that the stream is not where it was expected, the stream is read to learn
// whether the events stand there already.
func (s *Store) Append(ctx context.Context, stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return eventstore.Appended{}, err
	}
	leave, err := s.enter()
	if err != nil {
		return eventstore.Appended{}, err
	}
	defer leave()
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, fmt.Errorf("esdb: %w", err)
	}
	a := &appending{store: s, stream: stream, expected: expected, events: events}
	return a.run(ctx)
}

// appending is one append with all its attempts.
type appending struct {
	store    *Store
	stream   string
	expected eventstore.Expectation
	events   []eventstore.Event

	sent    bool // an attempt may have been stored without an answer
	hungUp  int  // attempts that the server did not listen to until their end
	trouble error
}

func (a *appending) run(ctx context.Context) (eventstore.Appended, error) {
	for pause := a.store.patience(); ; {
		appended, err, seen := a.attempt(ctx)
		if seen {
			return appended, err
		}
		switch result := classify(err); result {
		case stored:
			return appended, nil
		case refused:
			return eventstore.Appended{}, translate(err)
		case unsent:
			if a.outgrew(err) {
				return eventstore.Appended{}, fmt.Errorf("%w: the server stopped listening", eventstore.ErrTooLarge)
			}
		case conflicted, unanswered:
			a.sent = a.sent || result == unanswered
			var undecided *undecidedError
			if appended, err = a.look(ctx, result == conflicted); !errors.As(err, &undecided) {
				return appended, err
			}
		}
		a.trouble = err
		if !a.wait(ctx, pause) {
			return eventstore.Appended{}, a.giveUp(ctx)
		}
	}
}

// attempt asks the server once. While it waits for the answer it looks for the
// events in the stream: a server that is busy with the first try of an append
// never answers the second. seen says that a look has decided.
func (a *appending) attempt(ctx context.Context) (appended eventstore.Appended, err error, seen bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	asked, err := a.ask(ctx)
	if err != nil {
		return appended, err, false
	}
	defer asked.done()
	deadline := *a.store.conf.DefaultDeadline
	w := &watch{appending: a, every: deadline / looksInDeadline, until: time.Now().Add(deadline)}
	timer := time.NewTimer(w.every)
	defer timer.Stop()
	for {
		select {
		case answer := <-asked.batch:
			appended, err = a.accept(answer)
			return appended, err, false
		case answer := <-asked.single:
			return answer.appended, answer.err, false
		case <-ctx.Done():
			return appended, fmt.Errorf("%w: %w", errNoAnswer, ctx.Err()), false
		case <-timer.C:
			if !w.look(ctx, asked.node) {
				return appended, errNoAnswer, false
			}
		case found := <-w.found:
			if found.decides() {
				return found.appended, found.err, true
			}
			timer.Reset(w.next())
		}
	}
}

// asked is an append whose answer is to come.
type asked struct {
	node   *node // nil where a connection alone knows it
	batch  <-chan batchAnswer
	single <-chan found
	done   func()
}

// ask sends the append among others if it is small and the server can, or alone.
func (a *appending) ask(ctx context.Context) (*asked, error) {
	n, err := a.store.leader.cluster.find(ctx)
	if err != nil {
		return nil, err
	}
	if size := a.size(); n.takesBatches && !n.refusesBatches.Load() && size <= batchedBytes {
		item, err := a.store.batches.send(ctx, n, a, size)
		if err != nil {
			return nil, err
		}
		return &asked{node: n, batch: item.answer, done: item.done}, nil
	}
	answer := make(chan found, 1)
	go func() {
		appended, err := a.write(ctx)
		answer <- found{appended, err}
	}()
	return &asked{node: n, single: answer, done: func() {}}, nil
}

// accept reads the answer to an append among others.
func (a *appending) accept(answer batchAnswer) (eventstore.Appended, error) {
	if answer.err != nil {
		return eventstore.Appended{}, answer.err
	}
	return a.stored(answer.success.GetCurrentRevision(), answer.success.GetPosition().GetCommitPosition())
}

// write asks the server with a call for this append alone.
func (a *appending) write(ctx context.Context) (eventstore.Appended, error) {
	options := client.AppendToStreamOptions{ExpectedRevision: expectedRevision(a.expected), Deadline: a.store.conf.DefaultDeadline}
	data := make([]client.EventData, len(a.events))
	for i, e := range a.events {
		data[i] = client.EventData{EventID: e.ID, EventType: e.Type, ContentType: client.ContentTypeJson, Data: e.Data, Metadata: e.Metadata}
	}
	var result *client.WriteResult
	err := a.store.leader.do(ctx, func(ctx context.Context, c *conn) (err error) {
		result, err = c.AppendToStream(ctx, a.stream, options, data...)
		return err
	})
	if err != nil {
		return eventstore.Appended{}, err
	}
	return a.stored(result.NextExpectedVersion, result.CommitPosition)
}

// stored judges where a successful append ended.
func (a *appending) stored(revision, position uint64) (eventstore.Appended, error) {
	if want := a.expected.Next() + uint64(len(a.events)) - 1; revision != want {
		// No stream was expected, and there was a deleted one: the server lets it
		// go on where it ended.
		return eventstore.Appended{}, fmt.Errorf("%w: it went on to revision %d", eventstore.ErrDeleted, revision)
	}
	if position == 0 {
		return eventstore.Appended{}, errNoPosition
	}
	return eventstore.Appended{Revision: revision, Position: eventstore.Position(position)}, nil
}

// outgrew judges an append that could not be sent to its end. Once that may be
// the connection; if it happens again to a large one, it is the server's limit.
func (a *appending) outgrew(err error) bool {
	if !errors.Is(err, io.EOF) {
		return false
	}
	a.hungUp++
	return a.hungUp > 1 && a.size() > usualMaxAppend
}

func (a *appending) size() int {
	size := 0
	for _, e := range a.events {
		size += len(e.Data) + len(e.Metadata) + 2*len(e.Type)
	}
	return size
}

// wait pauses before the next attempt; there is none after Close.
func (a *appending) wait(ctx context.Context, pause *backoff) bool {
	ctx, cancel := a.store.until(ctx)
	defer cancel()
	return pause.wait(ctx)
}

// giveUp keeps the errors that promise that nothing was written apart from the
// one that does not.
func (a *appending) giveUp(ctx context.Context) error {
	switch {
	case !a.sent:
		return a.store.giveUp(ctx, a.trouble)
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w: %w", eventstore.ErrOutcomeUnknown, context.Cause(ctx), a.trouble)
	}
	return fmt.Errorf("%w: %w", eventstore.ErrOutcomeUnknown, a.trouble)
}
