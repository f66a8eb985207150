package uci

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// Session is one conversation. At most one search runs at a time.
type Session struct {
	out     io.Writer
	writing sync.Mutex

	engine  *engine.Engine
	options options
	game    janggi.Game

	halt      chan struct{} // closed to stop the running search; nil when there is none
	searching sync.WaitGroup
}

// Run answers commands until quit or the end of the input, and returns once the
// last search has stopped.
func Run(in io.Reader, out io.Writer) error {
	s := newSession(out)
	defer s.stop()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20) // a position with all turns of a long game is one line
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return nil
		}
		s.obey(words[0], words[1:])
	}
	return lines.Err()
}

func newSession(out io.Writer) *Session {
	s := &Session{out: out, options: newOptions()}
	s.game = s.newGame(janggi.StartPosition(janggi.HEEH, janggi.HEEH))
	return s
}

func (s *Session) obey(command string, words []string) {
	switch command {
	case "uci":
		s.introduce()
	case "isready":
		s.ready()
		s.say("readyok")
	case "ucinewgame":
		s.stop()
		s.ready().Reset()
	case "setoption":
		s.stop()
		s.complain(s.setOption(words))
	case "position":
		s.stop()
		s.complain(s.setPosition(words))
	case "go":
		s.stop()
		s.complain(s.search(words))
	case "stop":
		s.stop()
	case "d":
		s.say("Fen: %s", s.game.Position().FEN())
	default:
		s.say("info string unknown command %q", command)
	}
}

func (s *Session) introduce() {
	s.say("id name Janggid %d", engine.Version)
	s.say("id author the Janggid authors")
	s.options.list(s.say)
	s.say("uciok")
}

// ready returns the engine, which is made when it is first needed: its table
// may be large.
func (s *Session) ready() *engine.Engine {
	if s.engine == nil {
		s.engine = engine.New(s.options.hashMiB << 20)
	}
	return s.engine
}

// stop ends the running search, if any, and waits for its answer.
func (s *Session) stop() {
	if s.halt != nil {
		close(s.halt)
		s.halt = nil
	}
	s.searching.Wait()
}

func (s *Session) say(format string, args ...any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
}

func (s *Session) complain(err error) {
	if err != nil {
		s.say("info string %v", err)
	}
}
