package record

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// ReadPGN reads the games of a PGN file one after the other, as sites for Janggi write it: tags Variant "Janggi", SetUp
// and FEN, moves in algebraic notation, UCI or the Korean record, comments with clocks. White is Cho. The error is one
// of reading, as for [ReadGib].
func ReadPGN(r io.Reader) iter.Seq2[*Game, error] {
	return readGames(r, &pgnReader{game: &Game{Format: PGN}})
}

// pgnReader takes a file line by line. A game ends with its result, or where tags begin anew.
type pgnReader struct {
	game      *Game
	inMoves   bool
	comment   *strings.Builder // under way; nil outside of comments
	began     int              // the line on which the comment or the variation begins
	variation int              // how deep in variations
	result    string           // at the end of the moves
}

func (r *pgnReader) read(l line) (done []*Game) {
	text := strings.TrimSpace(l.text)
	if l.trouble != "" {
		r.game.warn(l.number, l.trouble)
	}
	switch {
	case text == "" || r.comment == nil && strings.HasPrefix(l.text, "%"):
	case isTagLine(text) && (r.comment == nil || isWholeTag(text)):
		if r.inMoves {
			done = r.finish()
		}
		r.begin(l.number)
		if !l.tooLong {
			r.game.readTags(text, l.number)
		}
	default:
		r.begin(l.number)
		r.inMoves = true
		if !l.tooLong {
			done = r.readMoves(text, l.number)
		}
	}
	if l.tooLong {
		r.begin(l.number)
		r.game.giveUp(l)
	}
	return done
}

func (r *pgnReader) begin(line int) {
	if r.game.Line == 0 {
		r.game.Line = line
	}
}

// finish completes the game read so far, if there is any, and makes room for the next.
func (r *pgnReader) finish() []*Game {
	done := r.game
	if r.comment != nil {
		done.warn(r.began, "a comment begins here and does not end")
		r.endComment()
	}
	if r.variation > 0 {
		done.warn(r.began, "a variation begins here and does not end")
	}
	result := r.result
	*r = pgnReader{game: &Game{Format: PGN}}
	if done.Line == 0 {
		return nil
	}
	done.readPGNStart()
	done.readPGNResult(result)
	done.readPGNTime()
	return []*Game{done}
}

// readMoves reads a line of moves, comments, variations and marks.
func (r *pgnReader) readMoves(text string, line int) (done []*Game) {
	for text != "" {
		if r.comment != nil {
			inside, rest, closed := strings.Cut(text, "}")
			r.comment.WriteString(inside)
			if text = strings.TrimSpace(rest); !closed {
				r.comment.WriteByte(' ')
				return done
			}
			r.endComment()
			continue
		}
		switch text[0] {
		case '{':
			r.comment, r.began, text = new(strings.Builder), line, text[1:]
			continue
		case ';':
			r.comment, r.began = new(strings.Builder), line
			r.comment.WriteString(text[1:])
			r.endComment()
			return done
		case '(':
			if r.variation == 0 {
				r.began = line
				r.game.warn(line, "a variation was left out")
			}
			r.variation++
			text = strings.TrimSpace(text[1:])
			continue
		case ')':
			r.variation = max(0, r.variation-1)
			text = strings.TrimSpace(text[1:])
			continue
		}
		end := strings.IndexAny(text, " \t{;()")
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		text = strings.TrimSpace(text[end:])
		if r.variation > 0 {
			continue
		}
		if over := r.readWord(word, line); over {
			done = append(done, r.finish()...)
			if text != "" {
				r.begin(line)
				r.inMoves = true
			}
		}
	}
	return done
}

// readWord reads a word of the moves; it tells whether the game is over with it.
func (r *pgnReader) readWord(word string, line int) (over bool) {
	number, rest, numbered := cutNumber(word)
	if numbered {
		if word = rest; word == "" {
			return false
		}
	}
	switch {
	case isPGNResult(word):
		r.result = word
		return true
	case word[0] == '$' || strings.Trim(word, "!?.") == "":
		return false // what somebody thinks of the move; and the dots of a number apart from it
	case len(r.game.Moves) == maxMoves:
		r.game.warn(line, fmt.Sprintf("moves after %d were left out", maxMoves))
		return false
	case strings.Trim(word, "0123456789") == "" && !numbered:
		return false // a number without its dot
	}
	r.game.Moves = append(r.game.Moves, Move{Number: number, Text: word, Line: line})
	return false
}

// endComment keeps the comment, and takes the clocks out of it for the move before it.
func (r *pgnReader) endComment() {
	text := r.comment.String()
	r.comment = nil
	if r.variation > 0 {
		return
	}
	clock, text := cutClocks(text)
	if n := len(r.game.Moves); n > 0 {
		if move := &r.game.Moves[n-1].Clock; clock != (Clock{}) {
			*move = clock
		}
	}
	r.game.comment(text, r.began)
}

func isPGNResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "½-½", "*":
		return true
	}
	return false
}

// pgnTags are names by which PGN is told from the Korean record.
var pgnTags = map[string]bool{
	"Event": true, "Site": true, "Date": true, "Round": true, "White": true, "Black": true, "Result": true, "Variant": true, "FEN": true, "SetUp": true,
}

func isPGNTag(name string) bool { return pgnTags[name] }

// readPGNStart finds the start position: the tag FEN, or else the setups that engines begin with.
func (g *Game) readPGNStart() {
	if variant := g.findTag("Variant"); variant == nil {
		g.warn(g.Line, "no tag Variant says that it is Janggi")
	} else if !strings.HasPrefix(strings.ToLower(variant.Value), "janggi") {
		g.Unreadable = fmt.Sprintf("the variant is %q, not Janggi", variant.Value)
		g.warn(variant.Line, g.Unreadable)
		return
	}
	tag := g.findTag("FEN")
	if tag == nil {
		g.warn(g.Line, "no tag FEN tells the start position; HEEH is taken for both sides")
		g.startFrom(janggi.StartPosition(janggi.HEEH, janggi.HEEH))
		return
	}
	start, err := janggi.ParseFEN(tag.Value)
	if err != nil {
		g.warn(tag.Line, fmt.Sprintf("FEN is no start position: %v", err))
		return
	}
	g.startFrom(start)
}

// startFrom sets the start position, and the setups where it is one of theirs.
func (g *Game) startFrom(start janggi.Position) {
	g.Start, g.Setups = &start, setupsOf(&start)
}

// setupsOf are the setups that lead to a start position; nil where none do.
func setupsOf(start *janggi.Position) *[2]janggi.Setup {
	if setups, ok := setupsByFEN[start.FEN()]; ok {
		return &setups
	}
	return nil
}

var setupsByFEN = func() map[string][2]janggi.Setup {
	all := map[string][2]janggi.Setup{}
	for _, cho := range janggi.Setups() {
		for _, han := range janggi.Setups() {
			start := janggi.StartPosition(cho, han)
			all[start.FEN()] = [2]janggi.Setup{cho, han}
		}
	}
	return all
}()

// readPGNResult finds the result: at the end of the moves, or else in the tag.
func (g *Game) readPGNResult(written string) {
	tag := g.Tag("Result")
	switch {
	case written == "" && tag == "":
		g.warn(g.Line, "nothing tells the result")
		return
	case written == "":
		written = tag
	case tag != "" && tag != written && tag != "*" && written != "*":
		g.warn(g.Line, fmt.Sprintf("the tag Result says %q, the end of the moves %q; the moves count", tag, written))
	case written == "*":
		written = tag
	}
	g.Result = parsePGNResult(written, g.Tag("Termination"))
	if !g.Result.Known {
		g.warn(g.Line, fmt.Sprintf("the result %q tells no winner", written))
	}
}

// parsePGNResult reads a result and the tag Termination, in which the standard's words and those of [janggi.EndReason]
// may stand.
func parsePGNResult(written, termination string) Result {
	r := Result{Declared: written, Known: true, Reason: janggi.EndAdjudication}
	switch written {
	case "1-0":
		r.Result = janggi.ChoWins
	case "0-1":
		r.Result = janggi.HanWins
	case "1/2-1/2", "½-½":
		r.Result, r.Reason = janggi.Draw, janggi.EndAgreement
	default:
		r.Known = strings.EqualFold(termination, "abandoned")
	}
	var named janggi.EndReason
	switch words := strings.ToLower(strings.TrimSpace(termination)); {
	case strings.HasPrefix(words, "time"):
		r.Reason = janggi.EndTime
	case words == "rules infraction":
		r.Reason = janggi.EndAdjudication
	case named.UnmarshalText([]byte(words)) == nil && named != janggi.EndAborted:
		r.Reason = named
	}
	return r
}
