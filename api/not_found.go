package api

import (
	"errors"
	"strings"

	"github.com/janggid/janggid/domain/journal"
)

// notFound says what is missing where an error only tells that something is;
// other errors stay what they are.
func notFound(err error, what string) error {
	if _, told := errors.AsType[*Problem](err); told || !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return problem(CodeNotFound, what).causedBy(err)
}

// missing says what is not found at a path. It depends on nothing else: a game
// that does not exist is not told from one that the asker may not see.
func missing(path string) string {
	for _, area := range []struct{ prefix, what string }{
		{"/v1/games/", "there is no game with this id that you may see"},
		{"/v1/stream", "there is no game with one of these ids that you may see"},
		{"/v1/rooms/", "there is no game with this room code that you may see"},
		{"/v1/quick-play/", "you have no quick-play request with this id"},
	} {
		if strings.HasPrefix(path, area.prefix) {
			return area.what
		}
	}
	return "there is no player with this id"
}
