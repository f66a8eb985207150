package uci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

func (s *Session) newGame(start janggi.Position) janggi.Game {
	preset, _ := janggi.PresetNamed(s.options.ruleset)
	return janggi.NewGame(preset.Rules, start)
}

// setPosition obeys "startpos|fen FEN [moves MOVE...]".
func (s *Session) setPosition(words []string) error {
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	switch {
	case len(words) == 1 && words[0] == "startpos":
	case len(words) > 1 && words[0] == "fen":
		var err error
		if start, err = janggi.ParseFEN(strings.Join(words[1:], " ")); err != nil {
			return err
		}
	default:
		return fmt.Errorf("position needs startpos, or fen and a position")
	}
	g := s.newGame(start)
	for _, text := range moves {
		m, err := ParseMove(g.Position(), text)
		if err == nil {
			err = g.Validate(m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		g = g.After(m)
	}
	s.game = g
	return nil
}

// ParseMove reads a move as engines write it: a pass is the general's own point
// twice.
func ParseMove(p *janggi.Position, text string) (janggi.Move, error) {
	m, err := janggi.ParseMove(text)
	if err == nil && !m.IsPass() && m.From() == m.To() && m.From() == p.General(p.SideToMove()) {
		return janggi.Pass, nil
	}
	return m, err
}

// FormatMove writes a move as ParseMove reads it.
func FormatMove(p *janggi.Position, m janggi.Move) string {
	if m.IsPass() {
		general := p.General(p.SideToMove())
		m = janggi.NewMove(general, general)
	}
	return m.String()
}
