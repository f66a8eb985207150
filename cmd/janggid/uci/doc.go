// Package uci speaks the Universal Chess Interface for the engine: it is what
// graphical interfaces and match tools talk to. Clocks and threads are here,
// the engine has neither.
package uci
