package engine

import "github.com/janggid/janggid/domain/janggi"

const (
	nearTurnLimit    = 64 // turns before a limit from which on their number is part of the key
	nearNoCapture    = 32
	passedKey        = 0x9F6E_31C8_57A2_4BD1
	occurrenceKey    = 0x6C62_272E_07BB_0142
	turnsLeftKey     = 0xD1B5_4A32_D192_ED03
	noCaptureLeftKey = 0xAEF1_7502_B3D4_8EFB
)

// contextKey hashes everything that affects the rest of the game: pieces, side
// to move, whether a pass would be the second in a row, earlier occurrences,
// and the distance to the limits.
func contextKey(w *janggi.Walk) uint64 {
	key := w.Position().Key()
	if last, ok := w.LastMove(); ok && last.IsPass() {
		key ^= passedKey
	}
	if n := w.Occurrences(); n > 1 {
		key ^= scramble(uint64(n) * occurrenceKey)
	}
	if left := turnsLeft(w); left < nearTurnLimit {
		key ^= scramble(uint64(left) * turnsLeftKey)
	}
	if limit := int(w.Rules().NoCaptureLimit); limit != 0 {
		if left := limit - w.Position().TurnsSinceCapture(); left < nearNoCapture {
			key ^= scramble(uint64(left) * noCaptureLeftKey)
		}
	}
	return key
}

// turnsLeft is the number of turns until the turn limit ends the game.
func turnsLeft(w *janggi.Walk) int {
	limit := int(w.Rules().TurnLimit)
	if limit == 0 {
		limit = janggi.TechnicalTurnCap
	}
	return limit - w.Ply()
}

// scramble spreads the bits of a number over all 64.
func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
