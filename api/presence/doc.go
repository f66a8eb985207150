// Package presence knows which players have streams, and records who is away.
package presence
