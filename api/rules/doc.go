// Package rules answers questions about rules, positions, openings and histories
// that need no game of this server.
package rules
