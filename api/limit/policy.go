package limit

import (
	"fmt"
	"math"
	"time"
)

// Policy is one published limit: of how often something is done, or, without a
// Window, of how much of it goes on at once.
type Policy struct {
	Name   string        // stands in the header fields
	Quota  int           // tokens that flow back in a Window; or what may go on at once
	Window time.Duration // whole seconds
	Burst  int           // tokens that a bucket holds: what may be done at once; as Quota without a Window
	Per    string        // whose bucket it is: "address" or "player"
	Counts string        // what costs a token, for the documentation
}

// The limits of the API. A legal move by the side to move is never limited:
// what counts about moves is being refused.
var (
	Requests = Policy{
		Name: "requests", Quota: 60_000, Window: time.Minute, Burst: 2000,
		Per: "address", Counts: "every request but turns; more of them wait, and are refused only where that would take more than 2 s",
	}
	Turns = Policy{
		Name: "turns", Quota: 60_000, Window: time.Minute, Burst: 1000,
		Per: "address", Counts: "every move and pass; more of them wait, however long it takes, and none is refused",
	}
	Guests = Policy{
		Name: "guests", Quota: 600, Window: time.Minute, Burst: 600,
		Per: "address", Counts: "every guest asked for",
	}
	RoomLookups = Policy{
		Name: "room-lookups", Quota: 60, Window: time.Minute, Burst: 60,
		Per: "address", Counts: "every room code that is wrong, looked up or joined by",
	}
	GameCreations = Policy{
		Name: "game-creations", Quota: 1200, Window: time.Minute, Burst: 1200,
		Per: "player", Counts: "every game asked for",
	}
	Positions = Policy{
		Name: "positions", Quota: 60_000, Window: time.Minute, Burst: 60_000,
		Per: "address", Counts: "every position judged without a game",
	}
	Analyses = Policy{
		Name: "analyses", Quota: 120, Window: time.Minute, Burst: 30,
		Per: "player", Counts: "every position whose analysis is asked for",
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
	QuickPlay = Policy{
		Name: "quick-play", Quota: 600, Window: time.Minute, Burst: 200,
		Per: "player", Counts: "every time an opponent is asked for, or what has come of that",
	}
	StreamTickets = Policy{
		Name: "stream-tickets", Quota: 600, Window: time.Minute, Burst: 200,
		Per: "player", Counts: "every ticket asked for",
	}
	StreamOpenings = Policy{
		Name: "stream-openings", Quota: 1200, Window: time.Minute, Burst: 1200,
		Per: "player", Counts: "every stream asked for",
	}
	PlayersStreams = Policy{
		Name: "players-streams", Quota: 100, Burst: 100,
		Per: "player", Counts: "streams that are open by the player's token or ticket, on one node",
	}
	UnnamedStreams = Policy{
		Name: "unnamed-streams", Quota: 1000, Burst: 1000,
		Per: "address", Counts: "streams that are open without a token, on one node",
	}
	StreamWrites = Policy{
		Name: "stream-writes", Quota: 120_000, Window: time.Minute, Burst: 50,
		Per: "address", Counts: "every write to an open stream; more of them wait, and write what has come meanwhile at once",
	}
	RefusedAttempts = Policy{
		Name: "refused-attempts", Quota: 600, Window: time.Minute, Burst: 600,
		Per: "player", Counts: "every command to a game that is refused, once it is",
	}
)

// Policies are all limits, in the order in which they are documented.
func Policies() []Policy {
	return append([]Policy{
		Requests, Turns, Guests, RoomLookups, GameCreations, Positions, Analyses, Pictures, AddedTime, Chat, Imports, Replays,
		QuickPlay, StreamTickets, StreamOpenings, PlayersStreams, UnnamedStreams, StreamWrites, RefusedAttempts,
	}, Budgets()...)
}

// AtOnce tells that it limits what goes on at once ([Limiter.Hold]), rather than
// how often something is done.
func (p Policy) AtOnce() bool { return p.Window == 0 }

// String is the limit in words: "600 in 1m0s, 200 at once" or "100 at once".
func (p Policy) String() string {
	switch {
	case p.AtOnce():
		return fmt.Sprintf("%d at once", p.Quota)
	case p.Burst != p.Quota:
		return fmt.Sprintf("%d in %v, %d at once", p.Quota, p.Window, p.Burst)
	}
	return fmt.Sprintf("%d in %v", p.Quota, p.Window)
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
