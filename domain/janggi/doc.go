// Package janggi is the rules core of Janggi (장기, Korean chess): the board,
// piece movement, check and checkmate, rule options and presets, and games
// under them.
//
// It is pure: no clock, no randomness, no input or output, and no variable that
// changes after initialization. Everything may be used from many goroutines as
// long as none writes a value that another reads.
//
// # Board
//
// A Point is one of the 90 points, a Piece a Kind of one Side, a Move one turn
// of a side, including Pass. A Position is the pieces, the side to move and two
// counters, without history; StartPosition and ParseFEN create it and only Play
// changes it. It generates moves (AppendMoves) under a Duty, the part of the
// rule options that depends on a single position. Perft counts the generated
// moves.
//
// A file named after a piece, such as cannon.go, defines how that piece moves.
// Sets of points are bitboards (bitboard.go). Attacks of chariots and cannons
// are looked up by the occupancy of their line (line.go). All tables are
// computed at startup from the geometry of the board. A move is made and
// verified only when pins or checks require it (check_info.go).
//
// # Game
//
// A Game is a position with its history under Rules. It knows the legal turns,
// why another turn is illegal, and when and how the game ends.
package janggi
