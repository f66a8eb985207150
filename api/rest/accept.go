package rest

import (
	"mime"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// mediaRange is what a client accepts, and how gladly: a media type, all of a
// kind as in text/*, or */*.
type mediaRange struct {
	kind, subtype string
	quality       float64 // 0 (never) to 1
}

// exactness is 0 for */*, 1 for a kind, and 2 for a media type by name.
func (r mediaRange) exactness() int {
	switch {
	case r.subtype != "*":
		return 2
	case r.kind != "*":
		return 1
	}
	return 0
}

func (r mediaRange) has(media string) bool {
	kind, subtype, _ := strings.Cut(media, "/")
	return (r.kind == "*" || r.kind == kind) && (r.subtype == "*" || r.subtype == subtype)
}

// Preferred picks the media type of an answer as RFC 9110 has it (section
// 12.5.1): the one that the client gives the highest quality; of equal ones the
// one that it names more exactly, or else earlier. Where it accepts none, or does
// not say, it is the first offer: an answer that was not asked for tells more than
// a 406.
func Preferred(c echo.Context, offers ...string) string {
	ranges := acceptedRanges(c)
	best, chosen := offers[0], mediaRange{}
	at := len(ranges)
	for _, offer := range offers {
		r, i := rangeOf(ranges, offer)
		if r.quality > chosen.quality || r.quality > 0 && r.quality == chosen.quality &&
			(r.exactness() > chosen.exactness() || r.exactness() == chosen.exactness() && i < at) {
			best, chosen, at = offer, r, i
		}
	}
	return best
}

// rangeOf is the range that a media type is judged by, the most exact one, with
// its place; the zero mediaRange if there is none.
func rangeOf(ranges []mediaRange, media string) (found mediaRange, at int) {
	for i, r := range ranges {
		if r.has(media) && (found.kind == "" || r.exactness() > found.exactness()) {
			found, at = r, i
		}
	}
	return found, at
}

// acceptedRanges reads the Accept header; what cannot be read is passed over.
func acceptedRanges(c echo.Context) (ranges []mediaRange) {
	for _, value := range c.Request().Header.Values(echo.HeaderAccept) {
		for part := range strings.SplitSeq(value, ",") {
			name, params, err := mime.ParseMediaType(part)
			if err != nil {
				continue
			}
			r := mediaRange{quality: 1}
			r.kind, r.subtype, _ = strings.Cut(name, "/")
			if text, weighed := params["q"]; weighed {
				if r.quality, err = strconv.ParseFloat(text, 64); err != nil || !(r.quality >= 0 && r.quality <= 1) {
					continue
				}
			}
			ranges = append(ranges, r)
		}
	}
	return ranges
}
