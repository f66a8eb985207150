package watch

import (
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// feedCursor says how much of the feed a client has seen: all up to a position,
// but for what games' delays held back, and of that what was shown up to an
// instant. It is written "128", or "128~2026-01-02T03:04:05.678Z" once something
// held back was shown.
type feedCursor struct {
	position eventstore.Position
	shown    game.Instant // 0: nothing was
}

func (c feedCursor) String() string {
	if c.shown == 0 {
		return c.position.String()
	}
	return c.position.String() + "~" + c.shown.String()
}

func parseFeedCursor(text string) (c feedCursor, ok bool) {
	position, shown, late := strings.Cut(text, "~")
	var err error
	if c.position, err = eventstore.ParsePosition(position); err != nil {
		return c, false
	}
	if late {
		c.shown, err = game.ParseInstant(shown)
	}
	return c, err == nil
}
