package match

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/janggid/janggid/cmd/janggid/uci"
	"github.com/janggid/janggid/domain/janggi"
)

// external is an engine in a process of its own that speaks UCI.
type external struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	budget  Budget
}

// startExternal runs a command line, split at blanks, and sets options, each
// "Name=Value".
func startExternal(line string, options []string, budget Budget) (*external, error) {
	words := strings.Fields(line)
	command := exec.Command(words[0], words[1:]...)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	x := &external{command: command, in: in, out: bufio.NewScanner(out), budget: budget}
	x.out.Buffer(nil, 1<<20)
	if err := x.say("uci"); err != nil {
		return nil, err
	}
	if _, err := x.await("uciok"); err != nil {
		return nil, err
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		if err := x.say("setoption name %s value %s", name, value); err != nil {
			return nil, err
		}
	}
	return x, x.NewGame(0)
}

func (x *external) say(format string, args ...any) error {
	_, err := fmt.Fprintf(x.in, format+"\n", args...)
	return err
}

// await reads up to a line that begins with a word, and returns that line and
// the last one with a score before it.
func (x *external) await(word string) (lines [2]string, err error) {
	for x.out.Scan() {
		text := x.out.Text()
		if strings.HasPrefix(text, "info ") && strings.Contains(text, " score ") {
			lines[1] = text
		}
		if strings.HasPrefix(text, word) {
			lines[0] = text
			return lines, nil
		}
	}
	if err := x.out.Err(); err != nil {
		return lines, err
	}
	return lines, fmt.Errorf("%s ended before it said %s", x.command.Path, word)
}

func (x *external) NewGame(uint64) error {
	if err := x.say("ucinewgame\nisready"); err != nil {
		return err
	}
	_, err := x.await("readyok")
	return err
}

func (x *external) Move(g janggi.Game) (Choice, error) {
	start := g.Start()
	text := new(strings.Builder)
	fmt.Fprintf(text, "position fen %s moves", start.FEN())
	p := start
	for _, m := range g.Moves() {
		text.WriteString(" " + uci.FormatMove(&p, m))
		p.Play(m)
	}
	if err := x.say("%s", text); err != nil {
		return Choice{}, err
	}
	begin := time.Now()
	var err error
	if x.budget.Nodes > 0 {
		err = x.say("go nodes %d", x.budget.Nodes)
	} else {
		err = x.say("go movetime %d", x.budget.Time.Milliseconds())
	}
	if err != nil {
		return Choice{}, err
	}
	lines, err := x.await("bestmove")
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Spent: time.Since(begin)}
	words := strings.Fields(lines[0])
	if len(words) < 2 {
		return c, fmt.Errorf("no move in %q", lines[0])
	}
	c.readInfo(strings.Fields(lines[1]))
	c.Move, err = uci.ParseMove(g.Position(), words[1])
	return c, err
}

// readInfo reads score and nodes; a mate counts as 30,000 less its moves.
func (c *Choice) readInfo(words []string) {
	for i := 0; i+1 < len(words); i++ {
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			continue
		}
		switch words[i] {
		case "cp":
			c.Score, c.Known = int(n), true
		case "mate":
			c.Score, c.Known = 30_000-int(n), true
			if n <= 0 {
				c.Score = -30_000 - int(n)
			}
		case "nodes":
			c.Nodes = n
		}
	}
}

func (x *external) Close() error {
	_ = x.say("quit") // one that has ended already cannot hear it
	return x.command.Wait()
}
