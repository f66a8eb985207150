// Package engine searches for the best turn of a game of Janggi, and for weaker
// ones at the levels of computer players.
//
// It is pure: no clock, no goroutine, no floating point in the search, and no
// randomness but a seed. What a search finds is a function of the game (rules,
// start and turns in force), the limits, the strength, the seed and [Version];
// an [Engine] that has not searched before, or was reset, gives the same on
// every machine. Whoever needs a time limit passes a stop function, which is
// asked now and then: [Report.Nodes] then says at which node the search
// stopped, and a search limited to so many nodes gives the same again.
//
// # Search
//
// Principal variation search by iterative deepening (deepen.go, search.go) over
// the turns of a janggi.Walk, which judges them by the game's own rules. A
// transposition table (table.go) is keyed by all that decides about what
// follows: the position, whether the latest turn was a pass, how often the
// position stood, and the turns left when a limit is near (context.go). Leaves
// are searched on through captures (quiesce.go).
//
// # Evaluation
//
// Terms that are linear in weights (terms.go), so that the weights can be
// tuned: what a position has of each is counted by the same code that evaluates
// (evaluate.go, trace.go). The weights (weights.go) are written by
// `janggid-bench tune`.
package engine
