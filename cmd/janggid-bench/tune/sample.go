package tune

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// record is a game as files of games have it, JSON, one a line.
type record struct {
	Setups []janggi.Setup `json:"setups"`
	Start  string         `json:"start"`
	Result string         `json:"result"`
	Reason string         `json:"reason"`
	Moves  string         `json:"moves"`
}

// Sample is which positions to take from a file of games, and how to score
// them.
type Sample struct {
	Games      string // file of games, compressed by gzip
	Every      int    // one position of so many
	Nodes      int64  // of the search that scores a position; 0 for no score
	Concurrent int
	Seed       uint64
}

// Position is a quiet position, what a search says of it and how its game
// ended, both for Cho.
type Position struct {
	Position janggi.Position
	Score    int
	Scored   bool
	Result   float64 // 1 for Cho, 0 for Han, ½ for a draw
}

// Write samples the games and writes each position as a line: FEN, score or -,
// result.
func (s Sample) Write(ctx context.Context, out io.Writer) error {
	records, err := readRecords(s.Games)
	if err != nil {
		return err
	}
	var writing sync.Mutex
	var workers sync.WaitGroup
	work := make(chan int)
	for range s.Concurrent {
		workers.Go(func() {
			e := engine.New(1 << 20)
			for i := range work {
				text := s.sampleGame(e, records[i], rand.New(rand.NewPCG(s.Seed, uint64(i))))
				writing.Lock()
				io.WriteString(out, text)
				writing.Unlock()
			}
		})
	}
	for i := range records {
		if ctx.Err() != nil {
			break
		}
		work <- i
	}
	close(work)
	workers.Wait()
	return ctx.Err()
}

func readRecords(path string) (records []record, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		records = append(records, r)
	}
	return records, lines.Err()
}

// firstPly is the first ply of a game whose position is taken: openings are
// alike.
const firstPly = 8

func (s Sample) sampleGame(e *engine.Engine, r record, rng *rand.Rand) string {
	start, ok := r.start()
	result, decided := map[string]string{"cho": "1", "han": "0", "draw": "0.5"}[r.Result]
	if !ok || !decided {
		return ""
	}
	text := new(strings.Builder)
	preset, _ := janggi.PresetNamed("record")
	g := janggi.NewGame(preset.Rules, start)
	for _, word := range strings.Fields(r.Moves) {
		m, err := janggi.ParseMove(word)
		if err != nil || g.Validate(m) != nil {
			break
		}
		g = g.After(m)
		if g.Ply() < firstPly || rng.IntN(s.Every) != 0 || !engine.IsQuiet(g.Position()) {
			continue
		}
		score := "-"
		if s.Nodes > 0 {
			now, _ := janggi.PresetNamed(janggi.DefaultPreset)
			e.Reset()
			found := e.Search(engine.Request{Game: janggi.NewGame(now.Rules, *g.Position()), Limits: engine.Limits{Nodes: s.Nodes}})
			if len(found.Lines) == 0 || found.Lines[0].Score.IsWon() || found.Lines[0].Score.IsLost() {
				continue
			}
			forCho := found.Lines[0].Score
			if g.SideToMove() == janggi.Han {
				forCho = -forCho
			}
			score = fmt.Sprint(forCho)
		}
		fmt.Fprintf(text, "%s;%s;%s\n", g.Position().FEN(), score, result)
	}
	return text.String()
}

func (r record) start() (janggi.Position, bool) {
	if len(r.Setups) == 2 {
		return janggi.StartPosition(r.Setups[0], r.Setups[1]), true
	}
	p, err := janggi.ParseFEN(r.Start)
	return p, err == nil
}

// ReadPositions reads what Write wrote.
func ReadPositions(in io.Reader) (positions []Position, err error) {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d has %d fields, not 3", n, len(fields))
		}
		var p Position
		if p.Position, err = janggi.ParseFEN(fields[0]); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if fields[1] != "-" {
			if _, err := fmt.Sscan(fields[1], &p.Score); err != nil {
				return nil, fmt.Errorf("line %d: score: %w", n, err)
			}
			p.Scored = true
		}
		if _, err := fmt.Sscan(fields[2], &p.Result); err != nil {
			return nil, fmt.Errorf("line %d: result: %w", n, err)
		}
		positions = append(positions, p)
	}
	return positions, lines.Err()
}
