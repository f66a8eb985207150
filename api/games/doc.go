// Package games answers reads of games: one, lists, turns, legal moves, events and
// proofs.
package games
