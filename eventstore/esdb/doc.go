// Package esdb keeps events in an EventStoreDB or KurrentDB cluster, through its
// official client. The client's types stay inside this package.
//
// # Positions
//
// A Position is the commit position of an event in the server's log. Events
// written over gRPC commit themselves, one log record each, so their commit and
// prepare positions are equal and one number is enough; a $all position {p, p}
// is that event's place. No event stands at 0: the log starts with a record of
// the server's own.
//
// # What is read where
//
// Appends, streams and the head are always the leader's: a follower may lag
// behind what was acknowledged. The connection string's nodePreference says where
// ReadAll and Subscribe read.
//
// # What the client needs to be protected from
//
// Version 4.2.0 of the client has traits that this package is built around:
//
//   - The goroutine that owns the client's connection ends when discovery fails,
//     and calls that wait for it then wait for ever, whatever their context says.
//     So a client is used by one call at a time, like a connection of database/sql,
//     is asked for its connection before its first call, where waiting can be given
//     up, and is thrown away when it fails. See pool.
//   - An expectation that is not set means that anything goes. Every append here
//     has one.
//   - The header that asks for the leader is put where it is never sent. It is
//     sent by this package.
//   - Reads panic on a message of a kind they do not know, and on an error whose
//     trailers are not complete. Every call recovers.
//   - When the server refuses an append before it has read all of it, the reason
//     is lost: the client reports an end of file. See classify.
//   - It tells nothing about a conflict but a text. The stream is read instead.
//   - A subscription's request has no deadline. It gets one here.
//   - A defaultDeadline that is no number is taken for zero. Open refuses it.
//   - Names and passwords are not sent without TLS. Open warns.
//
// One trait cannot be helped from outside: a recorded event without its time of
// creation ends the process, by log.Fatal in the client's conversion of events.
// Every server sets that time itself, no writer can leave it out, and a test says
// when the client has changed.
package esdb
