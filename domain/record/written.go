package record

import (
	"fmt"
	"io"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Written is a game to be written down.
type Written struct {
	ID          string
	ExternalID  string
	Tags        []Tag     // as the record had them that the game was made of; none for a game played here
	Players     [2]string // names, where no tag has them
	Date        string    // 2026.11.29, where no tag has it
	Game        janggi.Game
	Preset      string // that the game's rules were taken from; "": record
	TimeControl game.TimeControl
	Clocks      []Clock // by turn; nil where there were none
	Comments    []Comment
	Outcome     *janggi.Outcome // nil while the game goes on

	byPly map[int][]string // the comments
}

// WriteTo writes the game in a format, in UTF-8. Consecutive games make a valid
// file.
func (w *Written) WriteTo(out io.Writer, f Format) error {
	var text strings.Builder
	switch f {
	case Gib:
		w.writeGib(&text)
	case PGN:
		w.writePGN(&text)
	case UCI:
		w.writeUCI(&text)
	case JSON:
		if err := w.writeJSON(&text); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%q is no record format", f)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// about returns the facts to write besides the moves.
func (w *Written) about() about {
	a := aboutGame(w.Tags)
	for side := range a.Players {
		if a.Players[side] == "" {
			a.Players[side] = w.Players[side]
		}
	}
	if a.Date == "" {
		a.Date = w.Date
	}
	return a
}

// ruleset are the rules of the game.
func (w *Written) ruleset() game.Ruleset {
	preset := w.Preset
	if preset == "" {
		preset = game.RecordPreset
	}
	return game.Ruleset{Preset: preset, Rules: w.Game.Rules()}
}

// turns calls do for every turn with the board before it.
func (w *Written) turns(do func(ply int, before *janggi.Game, m janggi.Move)) {
	board := janggi.NewGame(w.Game.Rules(), w.Game.Start())
	for i, m := range w.Game.Moves() {
		do(i+1, &board, m)
		board = board.After(m)
	}
}

// clock is the time of a turn, from 1.
func (w *Written) clock(ply int) Clock {
	if ply > len(w.Clocks) {
		return Clock{}
	}
	return w.Clocks[ply-1]
}

// comment is the text that follows a number of turns; "" for none.
func (w *Written) comment(ply int) string {
	if w.byPly == nil {
		w.byPly = map[int][]string{}
		for _, c := range w.Comments {
			w.byPly[c.Ply] = append(w.byPly[c.Ply], c.Text)
		}
	}
	return strings.Join(w.byPly[ply], "\n")
}

// lineWidth is where lines of moves are broken, in letters.
const lineWidth = 79

// moveText puts words together with a space or, where the line is full, its end
// between them.
type moveText struct {
	out    *strings.Builder
	column int
}

func (t *moveText) add(word string) {
	width := len([]rune(word))
	switch {
	case t.column == 0:
	case t.column+1+width > lineWidth:
		t.out.WriteByte('\n')
		t.column = 0
	default:
		t.out.WriteByte(' ')
		t.column++
	}
	t.out.WriteString(word)
	t.column += width
}

func inBraces(text string) string { return "{" + commentText(text) + "}" }
