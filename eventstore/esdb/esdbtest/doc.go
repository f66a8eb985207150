// Package esdbtest runs an EventStoreDB in the test's own process: a gRPC server
// that speaks the published protocol of the official client over a model in
// memory, so that what stands on the client can be tested without a database and
// with faults that a real one shows once a year. Package serve in its folder runs
// it as a process of its own.
//
//	server := esdbtest.New(t)
//	store, err := esdb.Open(ctx, server.ConnectionString(), esdb.Options{})
//
// It offers appending, one by one and in batches, reading streams and $all in
// both directions, filtered $all subscriptions with checkpoints and caught-up
// messages, deletion, tombstones, limits and rights in stream metadata,
// scavenges, gossip and server features. Persistent subscriptions, projections
// and the management of users are left out.
//
// What it answers follows the behaviour of EventStoreDB 23.10 and 24:
//
//   - A write is recognised as the retry of an earlier one by its event ids at the
//     expected revision, and bodies are not compared. A retry whose first try is
//     still under way is dropped without an answer.
//   - Positions are offsets in a log, so they have gaps, and an event's commit and
//     prepare position are equal; a checkpoint sent while catching up may instead
//     name the offset just after the last event looked at, with prepare position
//     0, which is where the next event will stand.
//   - A $all read includes the position given and a subscription excludes it.
//     Positions that a restored history does not have are no error where they are
//     beyond its end: a read finds nothing, a subscription brings all that is
//     stored from then on. From inside a record both fail, as does a read
//     backwards from beyond the end.
//   - A deleted stream reads as not found and takes appends again, at its last
//     revision and as a stream that does not exist; a tombstoned one does neither.
//     What limits hide is hidden from a stream's readers at once, and from those
//     of $all by a scavenge, which may be one of a part of the log.
//   - A deposed leader reads what it had and answers no append; a frozen node
//     takes connections and answers nothing. A killed leader loses what was not
//     replicated: it cuts its log when it rejoins, and ends with status 0.
package esdbtest
