package record

import (
	"errors"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// passWords are ways to write a pass besides those of [janggi.Game.Parse].
var passWords = map[string]bool{"--": true, "0000": true, "@@@@": true, "Z0": true, "쉼": true, "PASS": true, "Pass": true}

// readMove reads a move in any of the ways in which records write one: UCI, the Korean record, algebraic notation, or
// a pass. Whether it is legal is for [janggi.Game.Validate]; algebraic notation is read by what is.
func readMove(g *janggi.Game, text string) (janggi.Move, error) {
	if passWords[text] {
		return janggi.Pass, nil
	}
	bare := strings.TrimRight(text, "+#!?")
	m, err := g.Parse(bare)
	if illegal, ok := errors.AsType[*janggi.IllegalMoveError](err); ok && illegal.Reason == janggi.ReasonUnreadable && looksLikeSAN(bare) {
		return readSAN(g, bare)
	}
	return m, err
}
