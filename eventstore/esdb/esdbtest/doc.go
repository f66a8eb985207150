// Package esdbtest runs an EventStoreDB in the test's own process: a gRPC server
// that speaks the published protocol of the official client over a model in
// memory, so that what stands on the client can be tested without a database and
// with faults that a real one shows once a year.
//
//	server := esdbtest.New(t)
//	store, err := esdb.Open(ctx, server.ConnectionString(), esdb.Options{})
//
// It offers appending, reading streams and $all in both directions, filtered $all
// subscriptions with checkpoints and caught-up messages, deletion, tombstones,
// gossip and server features. Batch appends, persistent subscriptions,
// projections, users and access control lists are left out; so are limits by
// count or age in stream metadata.
//
// What it answers follows the behaviour of EventStoreDB 24: a write is recognised
// as the retry of an earlier one by its event ids at the expected revision, and
// bodies are not compared; positions are offsets in a log, so they have gaps, and
// an event's commit and prepare position are equal; a checkpoint sent while
// catching up may instead name the offset just after the last event looked at,
// with prepare position 0, which is where the next event will stand; a $all read
// includes the position given and a subscription excludes it; a deleted stream
// reads as not found and takes appends again, a tombstoned one does neither.
package esdbtest
