package api

import "slices"

// Scopes are those that mean something in a token, in the order of the alphabet.
func Scopes() []string { return slices.Clone(scopes) }

var scopes = []string{scopeOrganise}
