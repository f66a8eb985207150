package limit

import (
	"math"
	"time"
)

// Policy is one published limit.
type Policy struct {
	Name   string        // stands in the header fields
	Quota  int           // tokens that flow back in a Window
	Window time.Duration // whole seconds
	Burst  int           // tokens that a bucket holds: what may be done at once
	Per    string        // whose bucket it is: "address" or "player"
	Counts string        // what costs a token, for the documentation
}

// The limits of the API. A legal move by the side to move is never limited:
// what counts about moves is being refused.
var (
	Guests = Policy{
		Name: "guests", Quota: 600, Window: time.Minute, Burst: 600,
		Per: "address", Counts: "every guest asked for",
	}
	RoomLookups = Policy{
		Name: "room-lookups", Quota: 60, Window: time.Minute, Burst: 60,
		Per: "address", Counts: "every look-up of a room code, found or not, joining by it included",
	}
	GameCreations = Policy{
		Name: "game-creations", Quota: 1200, Window: time.Minute, Burst: 1200,
		Per: "player", Counts: "every game asked for",
	}
	Positions = Policy{
		Name: "positions", Quota: 60_000, Window: time.Minute, Burst: 60_000,
		Per: "address", Counts: "every position judged without a game",
	}
	Pictures = Policy{
		Name: "pictures", Quota: 600, Window: time.Minute, Burst: 200,
		Per: "address", Counts: "every picture asked for",
	}
	AddedTime = Policy{
		Name: "added-time", Quota: 20, Window: time.Minute, Burst: 20,
		Per: "player", Counts: "every gift of time to the other side",
	}
	Chat = Policy{
		Name: "chat", Quota: 30, Window: time.Minute, Burst: 10,
		Per: "player", Counts: "every message at a board",
	}
	Imports = Policy{
		Name: "imports", Quota: 120, Window: time.Minute, Burst: 120,
		Per: "player", Counts: "every file of records, however many games it has",
	}
	Replays = Policy{
		Name: "replays", Quota: 240, Window: time.Minute, Burst: 60,
		Per: "address", Counts: "every history posted",
	}
	RefusedAttempts = Policy{
		Name: "refused-attempts", Quota: 600, Window: time.Minute, Burst: 600,
		Per: "player", Counts: "every command to a game that is refused, once it is",
	}
)

// Policies are all limits, in the order in which they are documented.
func Policies() []Policy {
	return []Policy{Guests, RoomLookups, GameCreations, Positions, Pictures, AddedTime, Chat, Imports, Replays, RefusedAttempts}
}

// perSecond is the rate at which tokens flow back.
func (p Policy) perSecond() float64 { return float64(p.Quota) / p.Window.Seconds() }

// grain is how finely tokens are told apart. It is far above what floating
// point loses, and far below what a client could notice.
const grain = 1e-9

// after is how long it takes until so many tokens have flowed back, rounded up
// to milliseconds.
func (p Policy) after(tokens float64) time.Duration {
	if tokens <= grain {
		return 0
	}
	return time.Duration(math.Ceil((tokens-grain)/p.perSecond()*1000)) * time.Millisecond
}
