package benchmark

import (
	"context"
	"fmt"
	"time"

	"github.com/janggid/janggid/domain/janggi"
)

// middleGame is an opened position with many moves on both sides.
const middleGame = "1bnaa2br/4k4/1c3n1c1/2p1pp2p/p2r5/PP7/4P1PP1/RC5CR/4KA3/1BN1A1BN1 w - - 16 9"

// Rules measures one core at counting positions and at listing legal moves. How
// that compares with another engine is for the benchmarks of package janggi,
// which run one beside it.
func Rules(_ context.Context, _ string, o Options) ([]Row, error) {
	middle, err := janggi.ParseFEN(middleGame)
	if err != nil {
		return nil, err
	}
	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	preset, _ := janggi.PresetNamed(janggi.DefaultPreset)
	game := janggi.NewGame(preset.Rules, middle)
	moves := make([]janggi.Move, 0, 128)
	return []Row{
		{What: "perft from the start", Value: perSecond(o.Round, func() uint64 { return janggi.Perft(start, janggi.BikjangOff, 4) }), Note: "leaves, depth 4"},
		{What: "perft in a middle game", Value: perSecond(o.Round, func() uint64 { return janggi.Perft(middle, janggi.BikjangOff, 4) }), Note: "leaves, depth 4"},
		{What: "lists of legal moves", Value: perSecond(o.Round, func() uint64 {
			for range 1000 {
				moves = game.AppendLegalMoves(moves[:0])
			}
			return 1000
		}), Note: fmt.Sprintf("%d moves each", len(game.LegalMoves()))},
	}, nil
}

// perSecond is the rate of what an operation counts.
func perSecond(most time.Duration, operation func() uint64) string {
	begun := time.Now()
	count := operation()
	for time.Since(begun) < most {
		count += operation()
	}
	return rate(float64(count) / time.Since(begun).Seconds())
}
