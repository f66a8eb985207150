package live

import "github.com/janggid/janggid/eventstore"

// Frame is one message of a stream. It is shared by all its readers and never
// changed.
type Frame struct {
	Kind string
	// Members are the members of the frame's JSON object after its kind and its
	// cursor, with a comma before each: `,"server_time":1767323045678,…`.
	Members []byte

	// Of a frame that tells of an event of a game, and Game of one that brings
	// what was said at its board; the zero values otherwise.
	Game     string
	Revision uint64
	Position eventstore.Position

	// About is what a subscriber may need to know of it beyond what it says.
	About any
}

// Heartbeat is the kind of the frames that show a quiet stream to be alive.
const Heartbeat = "heartbeat"

// Readers tells who may read a frame of a game: a player, and whether the game is
// over in that player's stream. It is what such a frame is About.
type Readers func(player string, over bool) bool
