// Package eventstore states what janggid asks of an event store, and nothing
// about Janggi.
//
// A store holds streams. A stream is a sequence of events with revisions 0, 1,
// 2 …; all events of all streams together form one sequence, ordered by
// Position. Both orders are the same for every reader, for ever.
//
// The laws, which package storetest states as tests and every store passes:
//
//   - of N simultaneous writers of one revision, one wins and the others get a
//     *ConflictError;
//   - a batch is stored whole or not at all;
//   - an append retried with the same event ids and the same expectation is
//     answered as it was the first time, and stored once;
//   - an append that returned nil survives a kill of the process;
//   - a subscriber misses nothing and gets nothing twice, whatever happens to
//     its connection, and is told each time it has caught up;
//   - a subscriber to a store whose history was replaced is told so, and gets
//     nothing of the new one after a position of the old.
//
// An error that is neither a *ConflictError nor one of the sentinel errors of
// this package says that nothing was written and that the cause is unknown to
// the contract.
package eventstore
