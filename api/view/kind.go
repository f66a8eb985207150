package view

import "github.com/janggid/janggid/domain/janggi"

// KindOf is a piece without its side; nil if there is none.
func KindOf(p janggi.Piece) *janggi.Kind {
	if p == janggi.NoPiece {
		return nil
	}
	return new(p.Kind())
}
