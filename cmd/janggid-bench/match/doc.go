// Package match plays engines against each other by this project's rules, and
// says which is better and how sure that is.
//
// Every start is played twice, with sides changed, and such a pair of games is
// what statistics count: a start that favors one side then favors nobody.
// Results are appended to a file, one game a line, so that a match goes on
// where it was interrupted.
package match
