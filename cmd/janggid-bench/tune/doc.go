// Package tune fits the weights of the engine's evaluation to games: to their
// results, and to what the engine itself finds when it searches their
// positions.
//
// Sampling writes positions with a score and a result, a line each; fitting
// reads them and writes domain/engine/weights.go.
package tune
