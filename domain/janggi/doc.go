// Package janggi is the rules core of Janggi (장기, Korean chess): the board and
// how pieces move, check and mate, rule options and presets, and a game judged under them.
//
// It is pure. Values go in and values come out; there is no clock, no
// randomness, no input or output, and no variable that changes after start-up, so that
// everything in it may be used from many goroutines as long as no one of them writes
// to a value that another reads.
//
// # Board
//
// A Point is one of the 90 points, a Piece a Kind of one Side, a Move what a side
// does in its turn, Pass included. A Position is the pieces, the side to move and
// two counters, without history; it comes from StartPosition or ParseFEN and
// changes by Play alone. It generates moves (AppendMoves) under a Duty, the part of the
// rule options that a single position can answer, and Perft counts what it
// generates.
//
// A file named for one piece, such as cannon.go, says how that piece moves. Points
// are handled as sets of bits (set.go), and where a chariot or cannon gets is looked up by
// what stands on its line (line.go); every table is computed at start-up from the
// geometry of the board. A move is made to see whether it exposes the general only when
// the enemy pieces that look at the general leave that open (safety.go).
//
// # Game
//
// A Game is a position with its history under Rules; it knows which turns are legal, why
// another is not, and when and how the game ends.
package janggi
