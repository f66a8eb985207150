// Package timeouts ends setups, turns and waits for a second player whose time is
// out: a process manager that follows the events and sends game.Expire.
//
// A Manager keeps the deadline of every running game in memory, about 100 bytes
// each. At the start it takes those that an index knows, and reads from the store
// which games have begun or gone on since the index was written; from then on new
// events tell it. So it needs no file that can be written: without an index it
// reads all events once.
//
// A deadline that is known too early costs a look at the game, which decides by
// itself. So nodes need not agree: each watches all games, with jitter, and the
// first to end a game leaves the others nothing to do.
package timeouts
