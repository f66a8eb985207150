// Package projections answers what one game's stream cannot: lists of games,
// names of players, rooms, and which deadlines come next.
//
// A Model is a read model in a SQLite file of its own, apart from the
// events, and the follower that keeps it level with the store (Run). Rows and
// the position that they are folded to change in one transaction, so a kill at
// any moment leaves a model that goes on where it was. Nothing in it is a
// source of truth: a file that is missing, has another schema or belongs to
// another store is built anew from the events, and comes out the same.
//
// What is folded has a file for each concept: games, boards, clocks,
// repetitions, scores, lists (by status, player and label), players, rooms.
//
// The model is eventually consistent. A list says which position it shows, and
// WaitFor waits for one.
package projections
