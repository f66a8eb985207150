// Package players serves guests, tokens and profiles.
package players
