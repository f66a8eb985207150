// Command puzzles makes the page's puzzles of the mates that domain/engine keeps
// from real games: every turn that solves one, with the reply that resists
// longest.
//
//	go run ./api/web/puzzles
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

const (
	source = "domain/engine/testdata/mates.txt"
	target = "api/web/src/learn/puzzles.json"
)

// wanted is how many puzzles there are of each length, the shortest first.
var wanted = map[int]int{1: 40, 2: 60, 3: 20}

// rules let nothing end a game but checkmate.
var rules = janggi.Rules{Repetition: janggi.RepetitionOff, DoublePass: janggi.DoublePassOff}

type puzzle struct {
	FEN     string  `json:"fen"`
	Mate    int     `json:"mate"` // own turns to the mate
	Answers answers `json:"answers,omitempty"`
}

// answers are the turns that keep the mate, with the reply and what keeps it
// then. Turns that give mate are not listed: the server knows them.
type answers map[string]answer

type answer struct {
	Reply string  `json:"reply"`
	Then  answers `json:"then,omitempty"`
}

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	f, err := os.Open(source)
	if err != nil {
		return err
	}
	defer f.Close()
	byLength := map[int][]puzzle{}
	lines := bufio.NewScanner(f)
	for number := 0; lines.Scan(); number++ {
		fen, text, _ := strings.Cut(lines.Text(), ";")
		mate, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%s: %q is no mate", source, lines.Text())
		}
		if number%2 == 1 || len(byLength[mate]) >= wanted[mate] { // neighbors are alike
			continue
		}
		start, err := janggi.ParseFEN(fen)
		if err != nil {
			return err
		}
		g := janggi.NewGame(rules, start)
		all := solve(&g, mate)
		if mate > 1 && len(all) == 0 {
			continue
		}
		byLength[mate] = append(byLength[mate], puzzle{fen, mate, all})
	}
	if err := lines.Err(); err != nil {
		return err
	}
	var all []puzzle
	for mate := 1; mate <= len(wanted); mate++ {
		if len(byLength[mate]) < wanted[mate] {
			return fmt.Errorf("only %d mates in %d", len(byLength[mate]), mate)
		}
		all = append(all, byLength[mate]...)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(target, append(text, '\n'), 0o644)
}

// solve are the turns that give mate in n turns, the mates themselves left out.
// In three it looks at checks alone, as solvers do.
func solve(g *janggi.Game, n int) answers {
	all := answers{}
	if n == 1 {
		return nil
	}
	for _, m := range g.LegalMoves() {
		after := g.After(m)
		if n > 2 && !after.Position().InCheck() {
			continue
		}
		if longest, ok := defend(&after, n-1); ok {
			all[m.String()] = longest
		}
	}
	return all
}

// defend is the reply that resists longest, if the attacker mates in n turns
// after each.
func defend(g *janggi.Game, n int) (longest answer, ok bool) {
	most := -1
	for _, m := range g.LegalMoves() {
		after := g.After(m)
		turns := mateIn(&after, n)
		if turns < 0 {
			return answer{}, false
		}
		if turns > most {
			most, longest = turns, answer{Reply: m.String()}
			longest.Then = solve(&after, turns)
		}
	}
	return longest, most > 0
}

// mateIn is in how many turns, n at most, the side to move mates; -1 for not.
func mateIn(g *janggi.Game, n int) int {
	moves := g.LegalMoves()
	for _, m := range moves {
		after := g.After(m)
		if o, over := after.Outcome(); over && o.Reason == janggi.EndCheckmate {
			return 1
		}
	}
	if n == 1 {
		return -1
	}
	for _, m := range moves {
		after := g.After(m)
		if !after.Position().InCheck() {
			continue
		}
		if _, ok := defend(&after, n-1); ok {
			return 2
		}
	}
	return -1
}
