// Package computer plays for the computers that sit at boards. Its [Runner] is a
// process manager: it follows the events of games in which a computer sits, and
// answers with the commands that people send too.
//
// What a computer plays is package engine's business and a function of the
// game, so that it does not matter which node searches. The node that accepted
// the turn before answers it at once; the others take over where it does not.
// Each answer names the revision it is meant for, so that of two nodes that
// answer, one wins and the other's is refused.
//
// A bounded number of workers search, those first whose answer is due first.
// Where the games of a node ask for more than its workers bear, no new games
// are admitted, and those under way get fewer nodes to a turn. The same workers
// analyze positions for people, in the time that games leave.
package computer
