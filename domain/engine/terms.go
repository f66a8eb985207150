package engine

import "github.com/janggid/janggid/domain/janggi"

// A term is an index into the weights: a feature that the evaluation counts,
// with weights for the middle game and the end game. Blocks of terms are
// tables, named for their index.
type term int

const (
	kinds = term(janggi.KindCount)

	// placed: kind, then rank from the own side (10), then file from the edge
	// (5), which makes the evaluation equal under left–right mirroring. The
	// piece's own value is part of it.
	placed term = 0

	chariotMobility  = placed + kinds*placeCount // points reached that no enemy soldier attacks
	cannonMobility   = chariotMobility + 20
	horseMobility    = cannonMobility + 20
	elephantMobility = horseMobility + 9
	generalMobility  = elephantMobility + 9 // steps to points not attacked

	linkedSoldiers = generalMobility + 9 // soldiers beside another, 0 to 5
	guardsAtHand   = linkedSoldiers + 6  // guards next to the general, 0 to 2
	guardsLeft     = guardsAtHand + 3    // own guards (0 to 2) by enemy chariots (0 to 2)
	bothLeft       = guardsLeft + 9      // kind of which a side has more than one

	palaceAttacks   = bothLeft + kinds       // attacks on points of the enemy palace, by kind
	generalAttacks  = palaceAttacks + kinds  // attacks on points beside the enemy general, by kind
	palaceAttackers = generalAttacks + kinds // number of pieces that attack the enemy palace, 0 to 7
	weakPalace      = palaceAttackers + 8    // points of the enemy palace attacked and defended by the general alone, 0 to 9
	safeChecks      = weakPalace + 10        // kind that could give check from a point not defended
	cannonBears     = safeChecks + kinds     // a cannon on a line with the enemy general, pieces between: 0, 1 a cannon, 2, 3 or more
	chariotBears    = cannonBears + 4        // a chariot on a line with the enemy general, pieces between: 1, 2 or more
	defended        = chariotBears + 2       // kind of a piece that another protects
	threatened      = defended + kinds       // attacker (soldier, horse or elephant, cannon, chariot), then victim's kind, then whose turn
	hanging         = threatened + 4*kinds*2 // victim's kind attacked and not protected, then whose turn
	screens         = hanging + kinds*2      // pieces on the board that a cannon could jump, 0 to 31 in fours, for each cannon
	pointsLead      = screens + 8            // size of the lead on points: none, up to 1.5, 4, 8, 14, more
	ownTurn         = pointsLead + 6         // the right to move
	termCount       = ownTurn + 1
)

const (
	placeRanks = janggi.RankCount
	placeFiles = 5
	placeCount = placeRanks * placeFiles
)

// placedTerm is the term of a piece on a point.
func placedTerm(piece janggi.Piece, point janggi.Point) term {
	rank := point.Rank()
	if piece.Side() == janggi.Han {
		rank = janggi.RankCount - 1 - rank
	}
	file := min(point.File(), janggi.FileCount-1-point.File())
	return placed + term(piece.Kind())*placeCount + term(rank*placeFiles+file)
}

// weight holds the weights of a term for the middle game and the end game in
// one number, so that both are added at once: the middle game's in the low
// half, the end game's in the high half.
type weight int32

func newWeight(middle, end int) weight { return weight(end<<16 + middle) }

func (w weight) middle() int { return int(int16(w)) }
func (w weight) end() int    { return int(int16((w + 0x8000) >> 16)) }

func packed(pairs *[termCount][2]int16) *[termCount]weight {
	all := new([termCount]weight)
	for i, pair := range pairs {
		all[i] = newWeight(int(pair[0]), int(pair[1]))
	}
	return all
}
