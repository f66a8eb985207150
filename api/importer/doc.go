// Package importer plays recorded games through a server's HTTP API, as two
// players would: the games become ordinary games of theirs, under the preset
// record and without a clock.
//
// Every command has an idempotency key that follows from the record, so that an
// answer that got lost costs nothing, and the same record imported again by the
// same players goes on where it broke off.
package importer
