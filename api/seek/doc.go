// Package seek pairs players who want the same game.
package seek
