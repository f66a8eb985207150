package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/janggid/janggid/domain/janggi"
)

const (
	defaultHashMiB = 16
	maxHashMiB     = 4096
	maxLines       = 64
	maxOverhead    = 1000
)

// options are what setoption sets.
type options struct {
	hashMiB  int
	lines    int
	overhead time.Duration // between the end of a search and the arrival of its answer
	variant  string
	ruleset  string
}

func newOptions() options {
	return options{hashMiB: defaultHashMiB, lines: 1, overhead: 10 * time.Millisecond, variant: variants[0].name, ruleset: janggi.DefaultPreset}
}

// variants are names that other programs use, with the preset that is nearest.
var variants = []struct{ name, preset string }{
	{"janggimodern", "standard"},
	{"janggi", "pychess"},
	{"janggitraditional", "traditional"},
}

func (o *options) list(say func(string, ...any)) {
	say("option name Hash type spin default %d min 1 max %d", defaultHashMiB, maxHashMiB)
	say("option name MultiPV type spin default 1 min 1 max %d", maxLines)
	say("option name Move Overhead type spin default 10 min 0 max %d", maxOverhead)
	names := ""
	for _, v := range variants {
		names += " var " + v.name
	}
	say("option name UCI_Variant type combo default %s%s", variants[0].name, names)
	names = ""
	for _, p := range janggi.Presets() {
		names += " var " + p.Name
	}
	say("option name Ruleset type combo default %s%s", janggi.DefaultPreset, names)
}

// setOption obeys "name NAME value VALUE".
func (s *Session) setOption(words []string) error {
	value := slices.Index(words, "value")
	if len(words) < 2 || words[0] != "name" || value < 2 {
		return fmt.Errorf("setoption needs name and value")
	}
	name, text := strings.Join(words[1:value], " "), strings.Join(words[value+1:], " ")
	switch strings.ToLower(name) {
	case "hash":
		n, err := between(name, text, 1, maxHashMiB)
		if err == nil && n != s.options.hashMiB {
			s.options.hashMiB, s.engine = n, nil
		}
		return err
	case "multipv":
		n, err := between(name, text, 1, maxLines)
		if err == nil {
			s.options.lines = n
		}
		return err
	case "move overhead":
		n, err := between(name, text, 0, maxOverhead)
		if err == nil {
			s.options.overhead = time.Duration(n) * time.Millisecond
		}
		return err
	case "uci_variant":
		for _, v := range variants {
			if v.name == text {
				s.options.variant = text
				return s.setRuleset(v.preset)
			}
		}
		return fmt.Errorf("there is no variant %q", text)
	case "ruleset":
		return s.setRuleset(text)
	}
	return fmt.Errorf("there is no option %q", name)
}

func between(name, text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is a number from %d to %d, not %q", name, least, most, text)
	}
	return n, nil
}

// setRuleset plays the game's turns again under other rules.
func (s *Session) setRuleset(preset string) error {
	if _, ok := janggi.PresetNamed(preset); !ok {
		return fmt.Errorf("there is no ruleset %q", preset)
	}
	s.options.ruleset = preset
	moves := s.game.Moves()
	g := s.newGame(s.game.Start())
	for _, m := range moves {
		if g.Validate(m) != nil {
			break
		}
		g = g.After(m)
	}
	s.game = g
	return nil
}
