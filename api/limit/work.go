package limit

import (
	"fmt"
	"time"
)

// Work is a kind of work that takes much of a machine. A node does so much of it
// at once, and some of that for one address; more waits its turn, the addresses
// one after the other.
type Work struct {
	Name   string
	Node   Amount // at once on a node
	Share  Amount // at once for an address
	Queue  int    // how many of an address may wait
	Counts string // what is counted, for the documentation
}

// Amount is a number, or one that depends on the machine.
type Amount struct {
	Fixed      int
	Processors float64 // times the processors, at least 1; where Fixed is 0
}

// On is the amount on a machine.
func (a Amount) On(processors int) int {
	if a.Fixed > 0 {
		return a.Fixed
	}
	return max(1, int(a.Processors*float64(processors)))
}

func (a Amount) String() string {
	if a.Fixed > 0 {
		return fmt.Sprint(a.Fixed)
	}
	return fmt.Sprintf("%g times the processors", a.Processors)
}

// workWait is how long work waits for its turn.
const workWait = 10 * time.Second

// The kinds of work. The share of calculations leaves half of the processors to
// others, whatever one address asks for.
var (
	Calculations = Work{
		Name: "calculations", Node: Amount{Processors: 2}, Share: Amount{Processors: 0.5}, Queue: 512,
		Counts: "what takes much of a processor: PNGs and animations, lists, the explorer, records, turns, pages of events, moments of the past, " +
			"positions with more than some 100 moves, checks of replays, each game of an import",
	}
	Exports = Work{
		Name: "exports", Node: Amount{Fixed: 32}, Share: Amount{Fixed: 4}, Queue: 64,
		Counts: "files of records, and events as NDJSON, while they are written",
	}
	Uploads = Work{
		Name: "uploads", Node: Amount{Fixed: 16}, Share: Amount{Fixed: 4}, Queue: 64,
		Counts: "replays, while they are read and checked",
	}
	Searches = Work{
		Name: "searches", Node: Amount{Processors: 0.5}, Share: Amount{Fixed: 1}, Queue: 8,
		Counts: "analyses, while the engine searches or they wait for it",
	}
	ImportRuns = Work{
		Name: "import-runs", Node: Amount{Fixed: 8}, Share: Amount{Fixed: 2}, Queue: 16,
		Counts: "imports, from their first byte to the end of their answer",
	}
)

// Works are all kinds of work, in the order in which they are documented.
func Works() []Work { return []Work{Calculations, Exports, Uploads, Searches, ImportRuns} }

// policy is the limit of an address's share.
func (w Work) policy(processors int) Policy {
	n := w.Share.On(processors)
	return Policy{Name: w.Name, Quota: n, Burst: n, Per: "address", Counts: w.Counts}
}
