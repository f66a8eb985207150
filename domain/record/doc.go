// Package record reads game records. A reader hands out one [Game] after another as it goes through a file of any
// length: the tags as written, the start position, the moves as written, comments, and what the record says of the
// result. It checks no rules; [Game.Replay] does, and stops where a record does.
//
// Real files are messy, so a reader understands what it can and never drops anything silently: what it left out,
// mended or could not read stands in the game's warnings, with the number of the line.
//
// [ReadGib] reads Korean records (기보), the .gib files that Janggi programs and sites exchange.
package record
