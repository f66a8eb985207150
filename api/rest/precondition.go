package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// Entity tags of a game are "<revision>-<digest of the body>": the body depends
// on more than the revision (names, who asks). Commands compare revisions only.

// IfMatch reads the revisions that a command is meant for; nil for any.
func IfMatch(c echo.Context) ([]uint64, error) {
	values := c.Request().Header.Values(HeaderIfMatch)
	if len(values) == 0 {
		return nil, nil
	}
	var revisions []uint64
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" {
			return nil, nil // the game exists
		}
		text, quoted := strings.CutPrefix(strings.TrimPrefix(tag, "W/"), `"`)
		text, closed := strings.CutSuffix(text, `"`)
		text, _, _ = strings.Cut(text, "-")
		revision, err := strconv.ParseUint(text, 10, 64)
		if !quoted || !closed || err != nil {
			return nil, BadField(HeaderIfMatch, `must be "<revision>" or the ETag of a game`)
		}
		revisions = append(revisions, revision)
	}
	return revisions, nil
}

// NotModified tells whether the client has the entity already.
func NotModified(c echo.Context, etag string) bool {
	for tag := range strings.SplitSeq(c.Request().Header.Get(headerIfNoneMatch), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}

// IdempotencyKey reads the optional key: 1 to 64 visible ASCII characters.
func IdempotencyKey(c echo.Context) (string, error) {
	values := c.Request().Header.Values(headerIdempotencyKey)
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	visible := strings.IndexFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
	if len(values) > 1 || key == "" || len(key) > 64 || !visible {
		return "", BadField(headerIdempotencyKey, "must be 1 to 64 visible ASCII characters")
	}
	return key, nil
}

// WantsMinimal tells whether the client asked for no body (RFC 7240).
func WantsMinimal(c echo.Context) bool {
	for _, value := range c.Request().Header.Values(headerPrefer) {
		for preference := range strings.SplitSeq(value, ",") {
			name, _, _ := strings.Cut(preference, ";")
			if strings.EqualFold(strings.ReplaceAll(strings.TrimSpace(name), " ", ""), "return=minimal") {
				return true
			}
		}
	}
	return false
}

// Digest distinguishes requests that use the same idempotency key.
func Digest(path string, data []byte) string {
	sum := sha256.Sum256(append([]byte(path+"\n"), data...))
	return hex.EncodeToString(sum[:16])
}
