// Package sqlite keeps an event store in one SQLite file, without a server and
// without a C compiler.
//
// One goroutine writes. It takes all waiting appends, tries each, and commits
// them in one transaction, so that one disk flush serves many. The file is in
// WAL mode with synchronous=FULL: an append is answered after its transaction
// is on disk.
//
// Streams have no index. Each event links to the previous event of its stream,
// and the store knows each stream's last event: in memory for recently written
// streams, in the file for all others. Every commit saves some of the heads in
// memory; an open after a kill recovers them from the newest events.
//
// Readers have their own connections. They read in pages and hold nothing
// between pages, so a slow consumer neither delays a checkpoint nor occupies a
// connection.
//
// A second process that opens the file for writing is refused (ErrInUse). The
// lock is a small file next to the store, named like it plus "-lock", and is
// released with its process. Any process may read at any time: with
// Options.ReadOnly, or with any SQLite tool, for which the view all_events
// shows everything as text.
package sqlite
