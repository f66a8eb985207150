// Package engine searches for the best turn of a game of Janggi, and for weaker
// ones at the levels of computer players.
//
// It is pure: no clock, no goroutine, no floating point in the search, and no
// randomness except a seed. The result of a search is a function of the game
// (rules, start and turns), the limits, the strength, the seed and [Version]: a
// new or reset [Engine] gives the same result on every machine. A caller that
// needs a time limit passes a stop function. [Report.Nodes] is then the number
// of nodes visited, and a search limited to that number gives the same result.
//
// # Search
//
// Principal variation search by iterative deepening (deepen.go, search.go) over
// the turns of a janggi.Walk, which judges them by the game's own rules. The
// key of the transposition table (table.go) covers everything that affects the
// rest of the game: the position, whether the latest turn was a pass, earlier
// occurrences, and the turns left when a limit is near (context.go). A
// quiescence search extends leaves through captures (quiesce.go).
//
// # Evaluation
//
// Terms are linear in weights (terms.go), so that the weights can be tuned; the
// evaluation itself counts each term (evaluate.go, trace.go). `janggid-bench
// tune` writes the weights (weights.go).
package engine
