package engine

import "github.com/janggid/janggid/domain/janggi"

// hanWins is how many of 14,994 games that people played Han won with each
// setup, and choWins how many Cho won, by Han's setup and then its own.
var (
	hanWins = [4]int{janggi.HEHE: 2251, janggi.EHEH: 2849, janggi.HEEH: 2752, janggi.EHHE: 399}
	choWins = [4][4]int{
		janggi.HEHE: {janggi.HEHE: 126, janggi.EHEH: 1045, janggi.HEEH: 699, janggi.EHHE: 135},
		janggi.EHEH: {janggi.HEHE: 1344, janggi.EHEH: 64, janggi.HEEH: 681, janggi.EHHE: 144},
		janggi.HEEH: {janggi.HEHE: 741, janggi.EHEH: 892, janggi.HEEH: 363, janggi.EHHE: 203},
		janggi.EHHE: {janggi.HEHE: 92, janggi.EHEH: 96, janggi.HEEH: 106, janggi.EHHE: 14},
	}
)

// HanSetup draws a setup for Han, which chooses first, weighted by people's
// wins.
func HanSetup(seed uint64) janggi.Setup { return drawSetup(hanWins, scramble(seed^hanSetupSeed)) }

// ChoSetup chooses a setup for Cho against Han's.
func ChoSetup(han janggi.Setup, seed uint64) janggi.Setup {
	return drawSetup(choWins[han], scramble(seed^choSetupSeed))
}

const (
	hanSetupSeed = 0x0068_616E
	choSetupSeed = 0x0063_686F
)

func drawSetup(wins [4]int, number uint64) janggi.Setup {
	total := 0
	for _, n := range wins {
		total += n
	}
	left := int(number % uint64(total))
	for setup, n := range wins {
		if left < n {
			return janggi.Setup(setup)
		}
		left -= n
	}
	return janggi.HEHE
}
