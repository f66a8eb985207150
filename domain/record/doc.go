// Package record reads and writes game records. A reader yields one [Game]
// after another from a file of any length: the tags and moves as written, the
// start position, comments, and the declared result. It checks no rules;
// [Game.Replay] does.
//
// Real files are messy, so a reader accepts what it can and never drops
// anything silently: the game's warnings list omissions, repairs and unreadable
// parts with their line numbers.
//
// [ReadGib] reads Korean records (기보), the .gib files that Janggi programs and
// sites exchange.
package record
