package benchmark

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// Options say how much to measure.
type Options struct {
	Rounds int           // of every load that is compared with another
	Round  time.Duration // length of each
	Events int           // that a history has to have
	Games  int           // in play at once over HTTP, rounded up to what the connections share
	Server string        // path of the janggid binary that is measured
	Peer   string        // the command that starts a server to compare with; "" for none
}

// Row is a line of the table that is printed.
type Row struct {
	What   string
	Value  string
	Budget string // "" for none
	Kept   bool   // meaningful with a budget
	Note   string
}

// Print writes rows as a table.
func Print(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		verdict := ""
		if r.Budget != "" {
			verdict = "missed"
			if r.Kept {
				verdict = "kept"
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.What, r.Value, r.Budget, verdict, r.Note)
	}
	return t.Flush()
}

// budget is a bound that DESIGN.md sets.
type budget struct {
	bound float64
	least bool
}

func atLeast(bound float64) budget { return budget{bound, true} }
func atMost(bound float64) budget  { return budget{bound, false} }

func (b budget) kept(value float64) bool {
	if b.least {
		return value >= b.bound
	}
	return value <= b.bound
}

func (b budget) sign() string {
	if b.least {
		return "≥ "
	}
	return "≤ "
}

func ratio(what string, value float64, b budget) Row {
	return Row{What: what, Value: fmt.Sprintf("%.2f", value), Budget: b.sign() + fmt.Sprintf("%.2f", b.bound), Kept: b.kept(value)}
}

func duration(what string, value time.Duration, b budget) Row {
	return Row{What: what, Value: value.String(), Budget: b.sign() + time.Duration(b.bound).String(), Kept: b.kept(float64(value))}
}

// latencies is a note of the usual two, each the median of some rounds.
func latencies(rounds ...outcome) string {
	of := func(q float64) time.Duration {
		return time.Duration(median(rounds, func(o outcome) float64 { return float64(o.quantile(q)) })).Round(time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v", of(0.5), of(0.99))
}

func rate(perSecond float64) string { return fmt.Sprintf("%.0f/s", perSecond) }

// median is of the values of some things, at least one.
func median[T any](things []T, value func(T) float64) float64 {
	values := make([]float64, len(things))
	for i, t := range things {
		values[i] = value(t)
	}
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle]
	}
	return (values[middle-1] + values[middle]) / 2
}
