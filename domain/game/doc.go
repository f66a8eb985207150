// Package game is the aggregate: one game of Janggi from its creation to its
// end.
//
// Decide judges a command against a state and returns the events that it
// causes, or a refusal, or both (a turn that arrives too late causes the
// time-out and is itself refused). Evolve folds an event into a state and never
// judges: what an event says is so. Both are pure. Time, ids and drawn lots
// arrive as data.
//
// The rules of the board are package janggi's. This package knows what a board
// does not: seats, setups, clocks and who may do what when. Rule sources are
// the numbered sections of docs/rules.md.
package game
