// Package journal is the application service: the only package that knows both
// the aggregates and the event store.
//
// To execute a command it loads the game, decides, and appends the events at
// the revision that it decided on. After a lost race it loads the game and
// decides again. The metadata of a command's last event holds its idempotency
// key, so any node recognizes a retry from the store alone.
//
// Event data is canonical JSON (RFC 8785), and every event of a game contains
// the SHA-256 of the one before it (docs/events.md).
package journal
