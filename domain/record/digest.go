package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// digest identifies a game: the SHA-256 of its start, moves, end and tags,
// independent of the format's names and notation. A game converted between
// formats without loss keeps its digest.
func (g *Game) digest(board *janggi.Game, c game.Import) string {
	hash := sha256.New()
	start := board.Start()
	fmt.Fprintf(hash, "start %s\n", start.FEN())
	if rules := digestRules(c.Ruleset); rules != "" {
		fmt.Fprintf(hash, "rules %s\n", rules)
	}
	moves := make([]byte, 0, 8*board.Ply())
	for _, m := range c.Turns {
		moves = append(append(moves, m.Move.String()...), ' ')
	}
	hash.Write(moves)
	for _, m := range g.Moves[board.Ply():] {
		fmt.Fprintf(hash, "%q ", m.Text) // those that were cut off
	}
	reason, result := c.End, c.Result
	if o, over := board.Outcome(); over {
		reason, result = o.Reason, o.Result
	}
	fmt.Fprintf(hash, "\nend %v %v\n", reason, result)
	about := aboutGame(g.Tags)
	fmt.Fprintf(hash, "%q %q %q %q %q\n", about.Event, about.Round, about.Date, about.Place, about.Players)
	for _, tag := range about.Other {
		fmt.Fprintf(hash, "%q %q\n", tag.Name, tag.Value)
	}
	for _, comment := range g.Comments {
		fmt.Fprintf(hash, "%d %q\n", comment.Ply, comment.Text)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// digestRules returns the rules that are part of the digest. The option
// double_pass is not: it shows in the moves and the end, and games imported
// before it existed keep their digests.
func digestRules(r game.Ruleset) string {
	if r.Preset == game.RecordPreset {
		r.DoublePass = recordRuleset.DoublePass
	}
	return rulesetText(r)
}
