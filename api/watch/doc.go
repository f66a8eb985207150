// Package watch serves streams: of games, of the public feed, and of players.
package watch
