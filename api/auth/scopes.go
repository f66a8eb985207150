package auth

import "slices"

// ScopeOrganise lets a token open games for others, label games and adjudicate
// them.
const ScopeOrganise = "organise"

// Scopes are those that mean something in a token, in the order of the alphabet.
func Scopes() []string { return slices.Clone(scopes) }

var scopes = []string{ScopeOrganise}
