// Package view turns the domain into JSON: games and their summaries, players,
// clocks, offers, outcomes, rulesets and events, and errors as problems.
package view
