// Package api serves janggid over HTTP: handlers, one file a use, on Echo,
// whose types stay inside this package.
//
// A command goes through the checks in the order that docs/errors.md gives
// (command.go), becomes a command of the aggregate, is carried out by the
// journal, and is answered with the whole game as it then stands. What goes
// wrong is answered as application/problem+json out of one table (problem.go).
package api
