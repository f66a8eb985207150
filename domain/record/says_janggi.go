package record

import (
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// janggiTags are tags that only a record of Janggi has.
var janggiTags = []string{"판", "총수", "대국결과", "대국일자", "대국장소", "초대국자", "한대국자"}

// saysJanggi reports whether anything except its moves identifies a record as
// Janggi: a tag Variant, a position, Korean tags.
func (g *Game) saysJanggi() bool {
	switch {
	case g.Format == JSON: // whose start position only Janggi has
		return g.Start != nil
	case g.findTag("Variant") != nil && g.Unreadable == "":
		return true
	case g.startTold:
		return true
	}
	return g.findTag(janggiTags...) != nil || g.findTag(setupTags[janggi.Cho]...) != nil || g.findTag(setupTags[janggi.Han]...) != nil
}

// checkJanggi rejects a record without any sign of Janggi, including its moves:
// none is readable, or it ends within its first moves, like records of similar
// games.
func (g *Game) checkJanggi(board *janggi.Game, cut bool) error {
	if g.saysJanggi() {
		return nil
	}
	switch played := board.Ply(); {
	case played == 0:
		return &UnreadableError{"nothing in it says that it is Janggi: no tag Variant or FEN, no tags of a Korean record, and no move that can be read"}
	case cut && 2*played < len(g.Moves) && !isKoreanMove(g.Moves[0].Text):
		return &UnreadableError{fmt.Sprintf("nothing in it says that it is Janggi, and only %d of its %d moves can be read; a tag [Variant \"Janggi\"] says so", played, len(g.Moves))}
	}
	return nil
}
