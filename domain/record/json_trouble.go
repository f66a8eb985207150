package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

var errNoEndOfList = errors.New("the list has no end")

// endOfList reads the end of a list, after which nothing may come. It is io.EOF
// where all is as it should be.
func endOfList(decoder *json.Decoder) error {
	if _, err := decoder.Token(); errors.Is(err, io.EOF) {
		return errNoEndOfList
	} else if err != nil {
		return err
	}
	_, err := decoder.Token()
	if err == nil {
		return errors.New("something stands after the list")
	}
	return err
}

// jsonTrouble rewords decoder errors for the file's author, because they name
// Go types. It returns other errors, such as read errors, unchanged.
func jsonTrouble(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if wrong.Field == "" {
			return fmt.Errorf("a game must be an object, not a %s", wrong.Value)
		}
		return fmt.Errorf("%s must not be a %s", wrong.Field, wrong.Value)
	}
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("this is no JSON: %s", wrong)
	}
	if err == io.ErrUnexpectedEOF { // the decoder's own; a connection that breaks off may wrap it too
		return errors.New("the file ends in the middle of a value")
	}
	return err
}

// gameFields are those of a game in the API, which say nothing that a record
// needs and are left aside without a word.
var gameFields = []string{
	"chat", "clocks", "created_at", "deadline", "evidence", "facing", "fen", "in_check", "labels", "last_move", "legal_moves", "material", "offers", "ply",
	"points", "rematch", "rematch_of", "repetitions", "revision", "room_code", "setup_ms", "source", "spectator_delay_ms", "status",
	"superseded_by", "to_act", "turn", "updated_at", "visibility",
}

// documentFields are the names that a document has.
var documentFields = func() (names []string) {
	for field := range reflect.TypeFor[document]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}()

// warnOfUnknown warns of unknown fields, which may be typos.
func warnOfUnknown(g *Game, raw json.RawMessage) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return // a null
	}
	var unknown []string
	for name := range fields {
		if !slices.Contains(documentFields, name) && !slices.Contains(gameFields, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		g.warn(0, fmt.Sprintf("the field %q is not known and was left out", clipped(name, 100)))
	}
}

// checkClocks warns of impossible clocks and drops all clocks, because the rest
// would belong to other turns.
func (d *document) checkClocks(g *Game) {
	why := ""
	if len(d.TurnClocks) > len(d.Moves) {
		why = fmt.Sprintf("turn_clocks has %d turns, moves has %d", len(d.TurnClocks), len(d.Moves))
	}
	for i, c := range d.TurnClocks {
		if c.SpentMS != nil && !possibleMS(*c.SpentMS) || c.RemainingMS != nil && !possibleMS(*c.RemainingMS) || c.PeriodsLeft < 0 {
			why = fmt.Sprintf("turn_clocks of turn %d cannot be", i+1)
			break
		}
	}
	if why != "" {
		g.warn(0, why+"; the clocks were left out")
		d.TurnClocks = nil
	}
}

// possibleMS reports whether a number of milliseconds is plausible for a turn
// or a clock: from zero to a year.
func possibleMS(ms int64) bool { return ms >= 0 && ms <= 366*24*3600*1000 }
