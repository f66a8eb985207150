package mates

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// lateTurns is how many turns before the end of a game are looked at: that is
// where mates are.
const lateTurns = 24

// Collect reads games, JSON, one a line, compressed by gzip, and writes
// positions with a mate as "FEN;turns", up to so many of each length, at most
// one of each length from a game. The counters of a FEN are 0 and 1.
func Collect(ctx context.Context, games string, each int, out io.Writer) error {
	file, err := os.Open(games)
	if err != nil {
		return err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	var found [Longest + 1][]string
	for lines.Scan() && ctx.Err() == nil && !full(&found, each) {
		var g struct {
			Setups []janggi.Setup
			Start  string
			Moves  string
		}
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			return err
		}
		var taken [Longest + 1]bool
		for _, p := range latePositions(g.Setups, g.Start, strings.Fields(g.Moves)) {
			if turns, ok := Prove(p); ok && !taken[turns] && len(found[turns]) < each {
				taken[turns] = true
				fields := strings.Fields(p.FEN())
				found[turns] = append(found[turns], fmt.Sprintf("%s %s - - 0 1;%d", fields[0], fields[1], turns))
			}
		}
	}
	for _, texts := range found {
		for _, text := range texts {
			fmt.Fprintln(out, text)
		}
	}
	return lines.Err()
}

func full(found *[Longest + 1][]string, each int) bool {
	for _, texts := range found[1:] {
		if len(texts) < each {
			return false
		}
	}
	return true
}

// latePositions are the positions before the last turns of a game.
func latePositions(setups []janggi.Setup, start string, moves []string) (positions []janggi.Position) {
	p, err := janggi.ParseFEN(start)
	if len(setups) == 2 {
		p, err = janggi.StartPosition(setups[0], setups[1]), nil
	}
	if err != nil {
		return nil
	}
	for _, text := range moves {
		m, err := janggi.ParseMove(text)
		if err != nil || !m.IsPass() && !p.IsLegal(m, 0) {
			break
		}
		positions = append(positions, p)
		p.Play(m)
	}
	return positions[max(len(positions)-lateTurns, 0):]
}
