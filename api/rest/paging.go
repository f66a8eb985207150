package rest

import (
	"strconv"

	"github.com/labstack/echo/v4"
)

// Lists are paged alike: `cursor` takes the `next` of the page before. Numbered
// lists also take `from`, the number of the first entry, which needs no page
// before; their cursors are such numbers.

// StartParam is the number that a page of a numbered list begins with.
func StartParam(c echo.Context) (uint64, error) {
	cursor := c.QueryParam("cursor")
	from, err := RevisionParam(c, "from")
	switch {
	case err != nil:
		return 0, err
	case cursor != "" && from != nil:
		return 0, BadField("cursor", "goes without from")
	case from != nil:
		return *from, nil
	case cursor == "":
		return 0, nil
	}
	number, err := strconv.ParseUint(cursor, 10, 63)
	if err != nil || strconv.FormatUint(number, 10) != cursor {
		return 0, NotACursor()
	}
	return number, nil
}

func NotACursor() *Problem { return BadField("cursor", "must be the next of a page of the same list") }
