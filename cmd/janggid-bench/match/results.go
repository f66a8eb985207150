package match

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Result is one game, as the file of results has it.
type Result struct {
	Start  int      `json:"start"` // number of the start
	AIsCho bool     `json:"a_is_cho"`
	Score  float64  `json:"score"` // of A: 1, 0.5 or 0
	Reason string   `json:"reason"`
	Turns  int      `json:"turns"`
	Moves  string   `json:"moves,omitempty"`
	Nodes  [2]int64 `json:"nodes"`  // of A and of B, all turns together
	Millis [2]int64 `json:"millis"` // the same for time
}

// key tells apart the games of a match.
type key struct {
	start  int
	aIsCho bool
}

// readResults reads a file of results; one that is not there has none.
func readResults(path string) (map[key]Result, error) {
	results := map[key]Result{}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return results, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var r Result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		results[key{r.Start, r.AIsCho}] = r
	}
	return results, lines.Err()
}
