package projections

import (
	"math"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// A cursor is the creation of the last game looked at, so that it stays good
// whatever comes to stand before it, with check digits: any other text would be
// taken for some place in the list.

const checkDigits = 4

func cursorAfter(created int64) string {
	text := strconv.FormatInt(created, 36)
	check := strconv.FormatUint(xxhash.Sum64String("games cursor "+text), 36)
	return text + strings.Repeat("0", max(0, checkDigits-len(check))) + check[max(0, len(check)-checkDigits):]
}

// parseCursor reads the creation that a page ends before. The error is
// ErrCursor.
func parseCursor(s string) (before int64, err error) {
	if s == "" {
		return math.MaxInt64, nil
	}
	if len(s) <= checkDigits {
		return 0, ErrCursor
	}
	before, err = strconv.ParseInt(s[:len(s)-checkDigits], 36, 64)
	if err != nil || before <= 0 || cursorAfter(before) != s {
		return 0, ErrCursor
	}
	return before, nil
}
