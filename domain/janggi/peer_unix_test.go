//go:build unix

package janggi

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkPerftAgainstFairyStockfish walks the same trees with a native
// Fairy-Stockfish and reports both in leaves per second of processor time,
// which a busy machine disturbs less than the clock, and how many times faster
// this package is. Both count the last turn in bulk, on one thread.
//
//	PATH=$PATH:/usr/games go test -run '^$' -bench AgainstFairyStockfish -benchtime 5x ./domain/janggi
func BenchmarkPerftAgainstFairyStockfish(b *testing.B) {
	engine, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		b.Skip("fairy-stockfish is not installed; Debian has a package of that name, in /usr/games")
	}
	const depth, walks = 4, 20
	for _, at := range benchmarkPositions {
		b.Run(at.name, func(b *testing.B) {
			p := mustParse(b, at.fen)
			leaves := Perft(p, BikjangOff, depth)
			var own, peer time.Duration
			for b.Loop() {
				began := processorTime(b)
				for range walks {
					Perft(p, BikjangOff, depth)
				}
				own += processorTime(b) - began
				peer += peerPerft(b, engine, at.fen, depth, leaves)
			}
			ownRate := float64(leaves) * walks * float64(b.N) / own.Seconds()
			peerRate := float64(leaves) * float64(b.N) / peer.Seconds()
			b.ReportMetric(ownRate, "leaves/cpu-s")
			b.ReportMetric(peerRate, "peer-leaves/cpu-s")
			b.ReportMetric(ownRate/peerRate, "ratio")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano())
}

// peerPerft returns the processor time of the engine's walk, without that of
// starting it.
func peerPerft(b *testing.B, engine, fen string, depth int, leaves uint64) time.Duration {
	b.Helper()
	setup := "setoption name UCI_Variant value janggimodern\nposition fen " + fen + "\n"
	_, start := runPeer(b, engine, setup)
	output, whole := runPeer(b, engine, setup+fmt.Sprintf("go perft %d\n", depth))
	if !strings.Contains(output, fmt.Sprintf("Nodes searched: %d\n", leaves)) {
		b.Fatalf("%s does not count %d leaves:\n%s", engine, leaves, output)
	}
	return whole - start
}

func runPeer(b *testing.B, engine, commands string) (output string, processor time.Duration) {
	b.Helper()
	command := exec.Command(engine)
	command.Stdin = strings.NewReader(commands + "quit\n")
	text, err := command.Output()
	if err != nil {
		b.Fatal(err)
	}
	return string(text), command.ProcessState.UserTime()
}
