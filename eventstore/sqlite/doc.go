// Package sqlite keeps an event store in one SQLite file, without a server and
// without a C compiler.
//
// One goroutine writes. It takes all appends that are waiting, judges each on its
// own, and commits those that can be stored in one transaction, so that one
// flush of the disk serves many. The file is in WAL mode with synchronous=FULL:
// an append is answered after its transaction is on the disk.
//
// No index finds the events of a stream. Each event names the one before it, and
// the store knows the last one of each stream: in memory for those that were written
// to of late, in the file for all others. What memory knows is brought into the file a
// part with every commit; an open after a kill takes it from the newest events.
//
// Readers have connections of their own. They read in pages and hold nothing
// between two pages, so a slow consumer neither holds up a checkpoint nor takes a
// connection from others.
//
// A second process that opens the file for writing is refused (ErrInUse); a small
// file beside it, named as the store with "-lock" added, holds the lock and ends
// with its process. Any process may read at any time: with Options.ReadOnly, or
// with any SQLite tool, for which the view all_events shows everything as text.
package sqlite
