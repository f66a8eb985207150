//go:build unix

package record

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

// Time grows with the file, whatever is in it: four times as much may take ten times as long, for noise, but not
// sixteen times. It is the processor's, since others may be busy with it too.
func TestReadersAreLinear(t *testing.T) {
	many := func(head, text string) func(int) string {
		return func(bytes int) string { return head + strings.Repeat(text, bytes/len(text)) }
	}
	for name, test := range map[string]struct {
		format Format
		text   func(bytes int) string
	}{
		"a gib comment":           {Gib, many(head+"1. {", "x\n")},
		"words in a gib":          {Gib, many(head, "말 ")},
		"lines of words":          {Gib, many(head, "말\n")},
		"a PGN comment":           {PGN, many("1. {", "x\n")},
		"PGN comments of a line":  {PGN, many("1. a4b4\n", ";x\n")},
		"braces":                  {PGN, many("1. a4b4\n", "{x}")},
		"variations":              {PGN, many("1. a4b4\n", "(")},
		"tags":                    {PGN, func(n int) string { return tagsOf(n) }},
		"tags on a line":          {Gib, many("", "[a]")},
		"quotes":                  {Gib, many(`[a "`, `" `)},
		"backslashes":             {Gib, many(`[a "`, `\"`)},
		"marks":                   {Gib, many(head+"1. 79졸78 ", "<1>")},
		"numbers":                 {Gib, many(head, "1. ")},
		"UCI comments":            {UCI, many("", "#x\n")},
		"UCI moves":               {UCI, many("startpos moves", " a4b4")},
		"JSON comments":           {JSON, func(n int) string { return jsonOf(`"comments":[`, `{"ply":0,"text":"x"},`, n) }},
		"JSON tags":               {JSON, func(n int) string { return jsonOf(`"tags":[`, `{"name":"a","value":""},`, n) }},
		"lines that tell nothing": {PGN, many("[Variant \"Janggi\"]\n\n", "\xc3\xa9\n")},
		"ends of old Macs":        {Gib, many(head, "x\r")},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			took := func(bytes int) time.Duration {
				best := time.Hour
				for range 2 {
					began := processTime(t)
					for g, err := range readAs(strings.NewReader(test.text(bytes)), test.format) {
						if err != nil {
							t.Fatal(err)
						}
						_, _ = g.Import() // whatever it makes of it
					}
					best = min(best, processTime(t)-began)
				}
				return best
			}
			small, large := took(64<<10), took(256<<10)
			if large > 10*small && large > 100*time.Millisecond {
				t.Errorf("64 KiB take %v of the processor, four times as much %v", small, large)
			}
		})
	}
}

// processTime is how long the processor has worked for this process.
func processTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func tagsOf(bytes int) string {
	var text strings.Builder
	for i := 0; text.Len() < bytes; i++ {
		fmt.Fprintf(&text, "[t%d \"\"]\n", i)
	}
	return text.String()
}

func jsonOf(list, item string, bytes int) string {
	return `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],` + list + strings.TrimSuffix(strings.Repeat(item, bytes/len(item)), ",") + `],"outcome":null}`
}

func TestBytesOneByOneCostNoMore(t *testing.T) {
	line := head + "{" + strings.Repeat("가", 300_000) + "}\n1. 79졸78\n"
	began := processTime(t)
	for g, err := range readGib(iotest.OneByteReader(strings.NewReader(line))) {
		if err != nil || len(g.Moves) != 1 {
			t.Errorf("%v, %d moves", err, len(g.Moves))
		}
	}
	if took := processTime(t) - began; took > 10*time.Second {
		t.Errorf("a line of 900 KB that comes byte by byte took %v", took)
	}
}
