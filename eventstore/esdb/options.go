package esdb

import (
	"log/slog"
	"time"
)

// Options are what a connection string does not say. The zero value will do.
type Options struct {
	// Prefixes are what the names of the streams start with that this program
	// knows of. ReadAll and Subscribe yield the events of no others; without
	// prefixes, of all but the server's own streams.
	Prefixes []string

	// Logger hears of lost connections and, at level debug, what the client says.
	// Nothing is logged without one.
	Logger *slog.Logger

	// Patience is how long a call is tried again while the cluster cannot be
	// reached or has no leader; 5 s if zero. A subscription tries for ever.
	Patience time.Duration

	// Connections bounds how many calls are under way at once, apart from
	// subscriptions: each has a connection to itself, kept for the next. 64 if
	// zero.
	Connections int
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Patience <= 0 {
		o.Patience = 5 * time.Second
	}
	if o.Connections <= 0 {
		o.Connections = 64
	}
	return o
}
