package engine

import "math/bits"

// reductions holds by how many plies, in 1024ths, a move is searched less
// deeply, by depth and the number of moves tried before it: with the product of
// both logarithms.
var reductions = newReductions()

func newReductions() *[64][64]int {
	table := new([64][64]int)
	for depth := 1; depth < 64; depth++ {
		for tried := 1; tried < 64; tried++ {
			table[depth][tried] = 500 + log2(depth)*log2(tried)/3400
		}
	}
	return table
}

// log2 is the binary logarithm in 1024ths, linear between powers of two.
func log2(n int) int {
	whole := bits.Len(uint(n)) - 1
	return whole<<10 + (n<<10>>whole - 1<<10)
}

func reduction(depth, tried int) int { return reductions[min(depth, 63)][min(tried, 63)] }

// reduceBy is by how many plies a late move is searched less deeply.
func (s *search) reduceBy(n nodeFacts, next *frame, a attempt, check bool, depth int) int {
	less := reduction(depth, a.tried)
	if n.wasPV {
		less -= 900
	}
	if n.pv {
		less -= 500
	}
	if n.cut {
		less += 1300
	}
	if !n.improving {
		less += 400
	}
	if next.cutoffs > 3 {
		less += 700
	}
	if a.quiet {
		less -= a.past * 1024 / 9000
	} else {
		less -= a.past*1024/9000 + 500
	}
	if n.tableCaptures {
		less += 700
	}
	if check {
		less /= 2 // mates begin with checks that lose material
	}
	return less / 1024
}
