package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// digest tells a game from others: the SHA-256 of its start, moves, end, and what the record tells about it, whatever
// the format calls that and whichever way it writes the moves. So a game written in one format and read back in
// another that carries as much is the same game.
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

// digestRules are the rules as far as they tell games apart. What two passes mean in a record shows in its moves and
// end; games that were imported before that was an option are to keep their digests.
func digestRules(r game.Ruleset) string {
	if r.Preset == game.RecordPreset {
		r.DoublePass = recordRuleset.DoublePass
	}
	return rulesetText(r)
}
