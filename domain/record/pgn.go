package record

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// pgnReader takes a file line by line. A game ends with its result, or where
// tags begin anew. It is handed out when the next begins, since comments may
// follow its result; those after an empty line belong to the next.
type pgnReader struct {
	ended     *Game // whose result has been read; nil for none
	apart     bool  // an empty line stands after it
	game      *Game // the one under way
	inMoves   bool
	comment   *strings.Builder // under way; nil outside of comments
	began     int              // the line on which the comment or the variation begins
	variation int              // how deep in variations
	result    string           // at the end of the moves
}

func (r *pgnReader) read(l line) (done []*Game) {
	text := strings.TrimSpace(l.text)
	switch {
	case text == "":
		r.apart = r.comment == nil
	case r.comment == nil && strings.HasPrefix(l.text, "%"): // for other programs, by the standard
	case isTagLine(text) && (r.comment == nil || isWholeTag(text)):
		if r.inMoves {
			done = r.finishMoves(done)
		}
		done = r.begin(l.number, done)
		if !l.tooLong {
			r.game.readTags(text, l.number)
		}
	case !l.tooLong:
		done = r.readMoves(text, l.number, done)
	}
	if l.tooLong {
		r.inMoves = r.inMoves || !isTagLine(text)
		done = r.begin(l.number, done)
		r.game.giveUp(l)
	}
	switch {
	case l.trouble == "":
	case r.game.Line == 0 && r.ended != nil:
		r.ended.warn(l.number, l.trouble)
	default:
		r.game.warn(l.number, l.trouble)
	}
	return done
}

// begin has a game under way, which ends the wait for comments on the one
// before.
func (r *pgnReader) begin(line int, done []*Game) []*Game {
	if r.game.Line == 0 {
		r.game.Line = line
	}
	if r.ended != nil {
		done, r.ended = append(done, r.ended), nil
	}
	return done
}

// beginMoves has the moves of a game under way.
func (r *pgnReader) beginMoves(line int, done []*Game) []*Game {
	r.inMoves = true
	return r.begin(line, done)
}

func (r *pgnReader) over() *Game {
	over := r.ended
	r.ended = nil
	return over
}

// finish completes the games that were read. Comments that no game follows
// belong to the last one.
func (r *pgnReader) finish() (done []*Game) {
	r.endEverything()
	if r.ended != nil && r.game.Line == 0 {
		for _, c := range r.game.Comments {
			r.ended.comment(c.Text, c.Line)
		}
		r.ended.Warnings = append(r.ended.Warnings, r.game.Warnings...)
		r.ended.closeComment()
	}
	if r.ended != nil {
		done, r.ended = append(done, r.ended), nil
	}
	if r.game.Line == 0 && len(done) == 0 && len(r.game.Comments) > 0 {
		r.game.Line = r.game.Comments[0].Line // a file of nothing else
	}
	return r.finishMoves(done)
}

// finishMoves completes the game under way, if there is one, and makes room for
// the next.
func (r *pgnReader) finishMoves(done []*Game) []*Game {
	r.endEverything()
	g, result := r.game, r.result
	*r = pgnReader{game: &Game{Format: PGN}, ended: r.ended}
	if g.Line == 0 {
		return done
	}
	g.closeComment()
	g.readPGNStart()
	g.readPGNResult(result)
	g.readRuleset()
	g.readPGNTime()
	return append(done, g)
}

// endEverything ends a comment and a variation whose end is missing.
func (r *pgnReader) endEverything() {
	if r.comment != nil {
		r.game.warn(r.began, "a comment begins here and does not end")
		r.endComment()
	}
	if r.variation > 0 {
		r.game.warn(r.began, "a variation begins here and does not end")
		r.variation = 0
	}
}

// bracketPasses are passes in brackets, which are no variations.
var bracketPasses = []string{"(pass)", "(Pass)", "(PASS)", "(한수쉼)", "(쉼)"}

// readMoves reads a line of moves, comments, variations and marks.
func (r *pgnReader) readMoves(text string, line int, done []*Game) []*Game {
	for text != "" {
		if r.comment != nil {
			inside, rest, closed := strings.Cut(text, "}")
			if r.comment.Len() < maxCommentsRead {
				r.comment.WriteString(inside)
				r.comment.WriteByte(' ')
			} else {
				r.game.warnOnce(&r.game.commentsFull, line, fmt.Sprintf("comments beyond %d bytes were left out", maxCommentsRead))
			}
			if text = strings.TrimSpace(rest); !closed {
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
			if rest := cutAny(text, bracketPasses); rest != text && r.variation == 0 {
				done = r.beginMoves(line, done)
				r.game.addMove(Move{Text: text[:len(text)-len(rest)], Line: line})
				text = strings.TrimSpace(rest)
				continue
			}
			if r.variation == 0 {
				r.began = line
				r.game.warn(line, "a variation was left out")
			}
			r.variation++
			text = strings.TrimSpace(text[1:])
			continue
		case ')':
			if r.variation == 0 {
				r.game.warn(line, `")" stands between the moves`)
			}
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
		done = r.beginMoves(line, done)
		if over := r.readWord(word, line); over {
			done = r.finishMoves(done)
			last := len(done) - 1
			r.ended, r.apart, done = done[last], false, done[:last]
		}
	}
	return done
}

// readWord reads a word of the moves and reports whether it ends the game.
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
	case strings.Trim(word, "0123456789") == "" && !numbered && !isPass(word):
		return false // a number without its dot
	case numbered || looksLikeAnyMove(word) || isBrokenMove(word):
		r.game.addMove(Move{Number: number, Text: word, Line: line})
		return false
	}
	r.game.warn(line, fmt.Sprintf("%q stands between the moves", clipped(word, maxWord)))
	r.game.comment(word, line)
	return false
}

// endComment keeps the comment, and takes the clocks out of it for the move
// before it.
func (r *pgnReader) endComment() {
	text := r.comment.String()
	r.comment = nil
	if r.variation > 0 {
		return
	}
	g := r.game
	if r.ended != nil && !r.apart {
		g = r.ended // the comment stands right behind its result
	}
	g.comment(g.takeClocks(text), r.began)
	if g == r.ended {
		g.closeComment()
	}
}

func isPGNResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "½-½", "1/2", "½", "*":
		return true
	}
	return false
}

// pgnTags are names that distinguish PGN from Korean records.
var pgnTags = map[string]bool{
	"Event": true, "Site": true, "Date": true, "Round": true, "White": true, "Black": true, "Result": true, "Variant": true, "FEN": true, "SetUp": true,
}

func isPGNTag(name string) bool { return pgnTags[name] }

// variants are prefixes of a tag Variant that mean Janggi, in lower case,
// without spaces and hyphens.
var variants = []string{"janggi", "jangki", "changgi", "koreanchess", "장기", "한국장기", "將棋"}

func isJanggi(variant string) bool {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(plainText(variant)))
	for _, name := range variants {
		if strings.HasPrefix(plain, name) {
			return true
		}
	}
	return false
}

// readPGNStart finds the start position: the tag FEN, the tags of the Korean
// record, or else the setups that engines begin with.
func (g *Game) readPGNStart() {
	if variant := g.findTag("Variant"); variant == nil {
		g.warn(g.Line, "no tag Variant says that it is Janggi")
	} else if !isJanggi(variant.Value) {
		g.Unreadable = fmt.Sprintf("the variant is %q, not Janggi", clipped(variant.Value, maxWord))
		g.warn(variant.Line, g.Unreadable)
		return
	}
	if tag := g.findTag("FEN"); tag != nil && known(tag.Value) != "" {
		start, err := parseFEN(tag.Value)
		if err != nil {
			g.warn(tag.Line, fmt.Sprintf("FEN is no start position: %v", err))
			return
		}
		g.startTold = true
		g.startFrom(start)
		return
	}
	if g.findTag("판") != nil || g.findTag(setupTags[janggi.Cho]...) != nil || g.findTag(setupTags[janggi.Han]...) != nil {
		g.readStart()
		return
	}
	g.warn(g.Line, "no tag FEN tells the start position; HEEH is taken for both sides")
	g.startFrom(janggi.StartPosition(janggi.HEEH, janggi.HEEH))
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

// parsePGNResult reads a result and the tag Termination, with the standard's
// words or those of [janggi.EndReason].
func parsePGNResult(written, termination string) Result {
	r := Result{Declared: written, Known: true, Reason: janggi.EndAdjudication}
	switch written {
	case "1-0":
		r.Result = janggi.ChoWins
	case "0-1":
		r.Result = janggi.HanWins
	case "1/2-1/2", "½-½", "1/2", "½":
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
