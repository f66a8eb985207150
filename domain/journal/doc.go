// Package journal is the application service: the one place that knows both
// the aggregates and the event store.
//
// A command is carried out by loading the game, deciding, and appending the
// events at the revision that was decided on; when somebody else was faster the
// game is loaded again and the command decided afresh. What an attempt was told
// is remembered in the metadata of its last event, so that a retry is
// recognised by any node from the store alone.
//
// Streams: game-<uuid>, player-<id>, room-<code>. Event data is JSON in the
// canonical form of RFC 8785, and every event of a game carries the SHA-256 of
// the one before it (docs/events.md).
package journal
