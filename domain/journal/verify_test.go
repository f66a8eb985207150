package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// histories are whole games as the journal writes them, which between them hold
// every event and every kind of fact.
func histories(t *testing.T) map[string][]eventstore.Recorded {
	t.Helper()
	store := memory.New()
	n := newNode(t, store)
	all := map[string][]eventstore.Recorded{}
	done := func(name string, g *Game) { all[name] = stored(t, store, "game-"+g.ID) }
	fischer := func(c *game.Create) {
		c.TimeControl = game.TimeControl{Type: game.Fischer, InitialMS: 60_000, IncrementMS: 2_000}
	}

	g := n.waiting(fischer)
	n.must(g.ID, game.Join{Player: ben}, at(t0.Add(10)))
	n.must(g.ID, game.ChooseSetup{Player: ben, Setup: janggi.HEEH}, at(t0.Add(20)))
	n.must(g.ID, game.Expire{}, at(t0.Add(92_020))) // Cho's time-out
	n.must(g.ID, game.PlayMove{Player: ann, Text: "a4b4"}, at(t0.Add(93_000)), key("k1", "body"))
	n.must(g.ID, game.Pass{Player: ben}, at(t0.Add(94_500)))
	if _, err := n.ask(g.ID, game.Pass{Player: ann}, at(t0.Add(200_000))); err != nil {
		t.Fatal(err)
	}
	done("a time-out", g)

	g = n.playing(func(c *game.Create) {
		c.TimeControl = game.TimeControl{Type: game.Byoyomi, MainMS: 10_000, Periods: 3, PeriodMS: 5_000}
	})
	at0 := t0
	for _, text := range []string{"a1a2", "a10a9", "a2a1", "a9a10", "a1a2", "a10a9", "a2a1", "a9a10"} {
		at0 = at0.Add(7_000)
		now, _ := n.Load(t.Context(), g.ID)
		n.must(g.ID, turnOf(now, text), at(at0))
	}
	done("a repetition", g)

	g = n.playing()
	n.play(g.ID, "a4b4", "a7b7", "a1a8")
	n.must(g.ID, game.Resign{Player: ann})
	done("a resignation", g)

	g = n.waiting(func(c *game.Create) { c.StartFEN = "4k4/R8/9/9/9/p8/P8/9/1R7/3K5 w - - 5 20" })
	n.must(g.ID, game.Join{Player: ben})
	n.play(g.ID, "a4a5", "pass", "b2b10")
	done("a mate from a custom start", g)

	g = n.waiting(func(c *game.Create) { c.Opponent = game.OpponentSelf })
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.EHEH})
	n.must(g.ID, game.Abort{Player: ann})
	done("an abort", g)

	g = talkative(n, fischer)
	done("an agreement after takebacks", g)

	g = n.waiting(func(c *game.Create) { c.Opponent = game.OpponentSelf }, whole)
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
	n.play(g.ID, "a4b4", "a7b7", "pass")
	n.must(g.ID, game.OfferTakeback{Player: ann}, at(t0.Add(100)))
	n.must(g.ID, game.OfferTakeback{Player: ann}, at(t0.Add(200)))
	n.must(g.ID, game.AddTime{Player: ann}, at(t0.Add(300)))
	n.must(g.ID, game.OfferDraw{Player: ann}, at(t0.Add(400)))
	n.must(g.ID, game.OfferRematch{Player: ann, Game: uuid.NewString()}, at(t0.Add(500)))
	done("a game against oneself with takebacks", g)
	return all
}

// verifyEvents verifies a history in a store of its own, in which its room is
// reserved.
func verifyEvents(t *testing.T, events []eventstore.Recorded) error {
	t.Helper()
	return verifyEventsIn(t, events, roomOf(t, events))
}

func roomOf(t *testing.T, events []eventstore.Recorded) string {
	t.Helper()
	m, err := decodeMetadata(events[0].Metadata)
	if err != nil {
		t.Fatal(err)
	}
	return m.Private.Room
}

func verifyEventsIn(t *testing.T, events []eventstore.Recorded, room string) error {
	t.Helper()
	store := memory.New()
	id, _ := GameID(events[0].Stream)
	if room != "" {
		reserve(t, store, room, id)
	}
	for i, r := range events {
		expected := eventstore.NoStream()
		if i > 0 {
			expected = eventstore.Exactly(uint64(i - 1))
		}
		if _, err := store.Append(t.Context(), r.Stream, expected, []eventstore.Event{r.Event}); err != nil {
			t.Fatal(err)
		}
	}
	return Verify(t.Context(), store, id)
}

// rechained gives every event the hash of the one before it, as somebody would
// who changes a history and knows how hashes are made.
func rechained(t *testing.T, events []eventstore.Recorded) []eventstore.Recorded {
	t.Helper()
	events = slices.Clone(events)
	var hash Hash
	for i := range events {
		m, err := decodeMetadata(events[i].Metadata)
		if err != nil {
			t.Fatal(err)
		}
		events[i].Revision = uint64(i)
		m.Prev = hash.prevOf(uint64(i))
		events[i].Metadata = appendMetadata(nil, m)
		hash = hashEvent(nil, events[i], m)
	}
	return events
}

func TestWhatTheJournalWritesVerifies(t *testing.T) {
	for name, events := range histories(t) {
		t.Run(name, func(t *testing.T) {
			if err := verifyEvents(t, events); err != nil {
				t.Error(err)
			}
			if err := verifyEvents(t, rechained(t, events)); err != nil {
				t.Errorf("rechained: %v", err)
			}
			if last := events[len(events)-1].Type; last != "GameEnded" && last != "GameRematched" {
				t.Errorf("ends with %s", last)
			}
		})
	}
}

func TestRandomGamesVerify(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	presets := janggi.Presets()
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		now := t0
		g := n.playing(func(c *game.Create) {
			c.Ruleset, _ = game.RulesetNamed(presets[rng.IntN(len(presets))].Name)
			c.Ruleset.TurnLimit = 60
		})
		for g.State.Status == game.Playing {
			now = now.Add(rng.Int64N(95_000) - 500)
			legal := legalMoves(g)
			move := turnOf(g, legal[rng.IntN(len(legal))].String())
			result, err := n.ask(g.ID, move, at(now))
			if err != nil {
				t.Fatal(err)
			}
			g = result.Game
			if rng.IntN(3) == 0 {
				now = g.State.UpdatedAt
			}
		}
		if err := Verify(t.Context(), store, g.ID); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		checkChain(t, stored(t, store, "game-"+g.ID))
	}
	if err := VerifyAll(t.Context(), store, nil); err != nil {
		t.Error(err)
	}
}

// leaf is a value inside an event's data.
type leaf struct {
	path  string
	value any
	set   func(value any)
}

// leavesOf are the values of a JSON object, however deep; an array counts as
// one value.
func leavesOf(path string, object map[string]any) []leaf {
	var leaves []leaf
	for _, name := range slices.Sorted(maps.Keys(object)) {
		switch value := object[name].(type) {
		case map[string]any:
			leaves = append(leaves, leavesOf(path+name+".", value)...)
		default:
			leaves = append(leaves, leaf{path + name, value, func(v any) { object[name] = v }})
		}
	}
	return leaves
}

// others are words that could as well stand where a word stands.
var others = map[string]string{
	"cho": "han", "han": "cho", "draw": "cho", "none": "cho", "soldier": "horse", "chariot": "cannon", "general": "guard", "HEEH": "EHHE", "HEHE": "EHEH", "EHEH": "HEHE",
	"player": "timeout", "timeout": "player", "a4b4": "c4d4", "a7b7": "c7d7", "a1a2": "a1a3", "a2a1": "a2a3", "a10a9": "a10a8", "a9a10": "a9a8",
	"checkmate": "bikjang", "time": "resignation", "resignation": "time", "repetition": "perpetual_check", "aborted": "adjudication",
	"ends": "off", "off": "ends", "points": "draw", "ignored": "loses", "standard": "online", "human": "self", "self": "human", "public": "private",
	"per_move": "fischer",
}

// otherThan is a different value of the same kind.
func otherThan(value any) any {
	switch v := value.(type) {
	case nil:
		return "cho"
	case bool:
		return !v
	case json.Number:
		n, err := v.Float64()
		if err != nil {
			panic(err)
		}
		return n + 1
	case []any:
		return append(slices.Clone(v), 1)
	case string:
		if other, ok := others[v]; ok {
			return other
		}
		if at, err := game.ParseInstant(v); err == nil {
			return at.Add(1).String()
		}
		if strings.HasSuffix(v, " 1") {
			return strings.TrimSuffix(v, " 1") + " 2"
		}
		return v + "x"
	}
	panic(fmt.Sprintf("no other value for %T", value))
}

// mutations yields every history that differs from one in one value of one
// event's data.
func mutations(t *testing.T, events []eventstore.Recorded, yield func(revision int, path string, mutated []eventstore.Recorded)) {
	t.Helper()
	for i, r := range events {
		for n, l := range leavesOf("", members(r.Data)) {
			object := members(r.Data)
			leavesOf("", object)[n].set(otherThan(l.value))
			data, err := json.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			mutated := slices.Clone(events)
			if mutated[i].Data, err = jcs.Transform(data); err != nil {
				t.Fatal(err)
			}
			yield(i, l.path, mutated)
		}
	}
}

// A history in which any value of any event was changed afterwards is found out,
// at the event or, where the value was somebody's choice, at the next.
func TestEveryChangedValueIsFound(t *testing.T) {
	for name, events := range histories(t) {
		mutations(t, events, func(revision int, path string, mutated []eventstore.Recorded) {
			if last := len(mutated) - 1; revision == last && chosen(mutated[last].Type, path) {
				return // until another event tells its hash
			}
			err := verifyEvents(t, mutated)
			d, ok := errors.AsType[*Discrepancy](err)
			if !ok || d.Revision != uint64(revision) && d.Revision != uint64(revision)+1 {
				t.Errorf("%s: %s of %s (%d): %v", name, path, mutated[revision].Type, revision, err)
			}
		})
	}
}

// chosen tells whether a value was somebody's choice, which follows from nothing:
// a history can hold another if all hashes are made anew.
func chosen(eventType, path string) bool {
	switch eventType {
	case "GameCreated":
		return true
	case "PlayerJoined":
		return strings.HasPrefix(path, "player.")
	case "SetupChosen":
		return path == "setup"
	case "MovePlayed":
		return path == "move"
	case "LabelsSet", "GameRematched":
		return true
	}
	return false
}

func TestEveryDerivedValueIsFoundThoughTheHashesWereMadeAnew(t *testing.T) {
	for name, events := range histories(t) {
		mutations(t, events, func(revision int, path string, mutated []eventstore.Recorded) {
			eventType := mutated[revision].Type
			err := verifyEvents(t, rechained(t, mutated))
			d, ok := errors.AsType[*Discrepancy](err)
			if chosen(eventType, path) {
				return
			}
			if !ok || d.Revision != uint64(revision) {
				t.Errorf("%s: %s of %s (%d): %v", name, path, eventType, revision, err)
			}
		})
	}
}

// edit changes the metadata of an event.
func edit(change func(m *Metadata)) func(t *testing.T, r *eventstore.Recorded) {
	return func(t *testing.T, r *eventstore.Recorded) {
		m, err := decodeMetadata(r.Metadata)
		if err != nil {
			t.Fatal(err)
		}
		change(&m)
		r.Metadata = appendMetadata(nil, m)
	}
}

// replace changes a text in the data of an event.
func replace(old, new string) func(t *testing.T, r *eventstore.Recorded) {
	return func(t *testing.T, r *eventstore.Recorded) {
		if !strings.Contains(string(r.Data), old) {
			t.Fatalf("%s is not in %s", old, r.Data)
		}
		r.Data = []byte(strings.Replace(string(r.Data), old, new, 1))
	}
}

func TestVerifyNamesTheFact(t *testing.T) {
	cho := janggi.Cho
	tests := []struct {
		name     string
		history  string
		revision int
		change   func(t *testing.T, r *eventstore.Recorded)
		anew     bool // all hashes are made anew after the change
		at       uint64
		field    string
	}{
		{"a hash", "a time-out", 3, edit(func(m *Metadata) { m.Prev = new(strings.Repeat("0", 64)) }), false, 3, "metadata.prev"},
		{"a missing hash", "a time-out", 3, edit(func(m *Metadata) { m.Prev = nil }), false, 3, "metadata.prev"},
		{"an id", "a time-out", 2, func(_ *testing.T, r *eventstore.Recorded) { r.ID = uuid.Must(uuid.NewV7()) }, false, 3, "metadata.prev"},
		{"a player's choice", "a time-out", 2, replace("HEEH", "EHHE"), false, 3, "metadata.prev"},
		{"a label", "a time-out", 0, replace(`"labels":{}`, `"labels":{"league":"7"}`), false, 1, "metadata.prev"},
		{"an instant that runs backwards", "a time-out", 1, edit(func(m *Metadata) { m.Time = t0 - 1 }), true, 1, "metadata.time"},
		{"the instant of a turn", "a time-out", 5, edit(func(m *Metadata) { m.Time++ }), true, 5, "data.clocks.cho.remaining_ms"},
		{"the instant of a start", "a time-out", 4, edit(func(m *Metadata) { m.Time++ }), true, 4, "metadata.time"},
		{"the instant of an end", "a resignation", 9, edit(func(m *Metadata) { m.Time++ }), true, 9, "metadata.time"},
		{"a turn after the deadline", "a time-out", 5, edit(func(m *Metadata) { m.Time += 60_000 }), true, 5, "metadata.time"},
		{"a time-out before the deadline", "a time-out", 7, edit(func(m *Metadata) { m.Time = t0.Add(94_500) }), true, 7, "metadata.time"},
		{"a setup's time-out before the deadline", "a time-out", 3, edit(func(m *Metadata) { m.Time = t0.Add(20) }), true, 3, "data.by"},
		{"a setup chosen after the deadline", "a resignation", 2, edit(func(m *Metadata) { m.Time += 90_000 }), true, 2, "metadata.time"},
		{"the side of a turn's cause", "a time-out", 5, edit(func(m *Metadata) { m.Side = nil }), true, 5, "metadata.side"},
		{"a cause where the clock was", "a time-out", 7, edit(func(m *Metadata) { m.Side = &cho }), true, 7, "metadata.side"},
		{"a cause where the clock was, of the end", "a time-out", 8, edit(func(m *Metadata) { m.Side = &cho }), true, 8, "metadata.side"},
		{"a schema", "a time-out", 5, edit(func(m *Metadata) { m.Schema = 2 }), true, 5, "metadata.schema"},
		{"metadata in another form", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Metadata = append([]byte(" "), r.Metadata...) }, false, 5, "metadata"},
		{"metadata that is none", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Metadata = []byte("[]") }, false, 5, "metadata"},
		{"data in another form", "a time-out", 5, replace(":", ": "), true, 5, "data"},
		{"data that is none", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Data = []byte("[]") }, true, 5, "data"},
		{"a value too many", "a time-out", 6, replace("{", `{"applause":true,`), true, 6, "data.applause"},
		{"a value too few", "a time-out", 5, replace(`"captured":null,`, ""), true, 5, "data.captured"},
		{"an unknown type", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) { r.Type = "GameTeleported" }, true, 5, "type"},
		{"a type that has no place", "a time-out", 5, func(_ *testing.T, r *eventstore.Recorded) {
			r.Type, r.Data = "PlayerJoined", []byte(`{"player":{"id":"eve","kind":"human"},"side":"cho"}`)
		}, true, 5, "type"},
		{"an illegal move", "a time-out", 5, replace("a4b4", "a4a9"), true, 5, "data.move"},
		{"the wrong player's move", "a time-out", 5, replace("a4b4", "a7b7"), true, 5, "data.move"},
		{"another legal move", "a mate from a custom start", 5, replace("b2b10", "b2b9"), true, 5, "data.check"},
		{"rules of another version", "a time-out", 0, replace(`"rules_version":1`, `"rules_version":2`), true, 0, "data.rules_version"},
		{"rules that cannot be", "a time-out", 0, replace(`"turn_limit":400`, `"turn_limit":399`), true, 0, "data.ruleset"},
		{"a start that cannot be", "a mate from a custom start", 0, replace("4k4/R8", "4k4/8R/R8"), true, 0, "data.start_fen"},
		{"a draw where points decide", "a repetition", 13, replace(`"result":"han","winner":"han"`, `"result":"draw","winner":null`), true, 13, "data.result"},
		{"an end for a reason that does not hold", "an abort", 2, replace("aborted", "checkmate"), true, 2, "data.reason"},
		{"a winner of an aborted game", "an abort", 2, replace(`"result":"none","winner":null`, `"result":"cho","winner":"cho"`), true, 2, "data.result"},
		{"points of an aborted game", "an abort", 2, replace(`"points":null`, `"points":{"cho":72,"han":73.5}`), true, 2, "data.points"},
		{"another room", "a time-out", 0, edit(func(m *Metadata) { m.Private.Room = "ABCDEF" }), true, 0, "metadata.private.room"},
	}
	all := histories(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			events := slices.Clone(all[tt.history])
			room := roomOf(t, events)
			tt.change(t, &events[tt.revision])
			if tt.anew {
				events = rechained(t, events)
			}
			err := verifyEventsIn(t, events, room)
			d, ok := errors.AsType[*Discrepancy](err)
			if !ok || d.Revision != tt.at || d.Field != tt.field || d.Stream != events[0].Stream {
				t.Errorf("got %v; want %s at revision %d", err, tt.field, tt.at)
			}
		})
	}
}

func TestVerifyFindsEventsThatAreMissingOrTooMany(t *testing.T) {
	all := histories(t)
	tests := []struct {
		name    string
		history string
		change  func([]eventstore.Recorded) []eventstore.Recorded
		at      uint64
		field   string
	}{
		{"no first event", "a time-out", func(e []eventstore.Recorded) []eventstore.Recorded { return e[1:] }, 0, "type"},
		{"the first event twice", "a time-out", func(e []eventstore.Recorded) []eventstore.Recorded {
			again := e[0]
			again.ID = uuid.Must(uuid.NewV7())
			return append([]eventstore.Recorded{e[0], again}, e[1:]...)
		}, 1, "type"},
		{"no end after a mate", "a mate from a custom start", func(e []eventstore.Recorded) []eventstore.Recorded { return e[:len(e)-1] }, 6, "type"},
		{"no end after a time-out", "a time-out", func(e []eventstore.Recorded) []eventstore.Recorded { return e[:len(e)-1] }, 8, "type"},
		{"no start after the setups", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded { return slices.Delete(slices.Clone(e), 4, 5) }, 4, "type"},
		{"a turn left out", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded { return slices.Delete(slices.Clone(e), 6, 7) }, 6, "data.move"},
		{"a turn after the end", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded {
			again := e[6]
			again.ID = uuid.Must(uuid.NewV7())
			return append(slices.Clone(e), again)
		}, 10, "type"},
		{"a second end", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded {
			again := e[9]
			again.ID = uuid.Must(uuid.NewV7())
			return append(slices.Clone(e), again)
		}, 10, "type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := verifyEvents(t, rechained(t, tt.change(all[tt.history])))
			d, ok := errors.AsType[*Discrepancy](err)
			if !ok || d.Revision != tt.at || d.Field != tt.field {
				t.Errorf("got %v; want %s at revision %d", err, tt.field, tt.at)
			}
		})
	}
}

// Whose decision it was, and whether it was wise, is nobody's business.
func TestVerifyDoesNotJudgeDecisions(t *testing.T) {
	ended := func(reason janggi.EndReason, result janggi.Result) game.Ended {
		e := game.Ended{Evidence: []int{}, Ply: 3, Points: &game.BySide[janggi.Points]{Cho: 144, Han: 147}, Reason: reason, Result: result}
		if winner, ok := result.Winner(); ok {
			e.Winner = &winner
		}
		return e
	}
	for _, e := range []game.Ended{
		ended(janggi.EndAdjudication, janggi.ChoWins), ended(janggi.EndAdjudication, janggi.Draw), ended(janggi.EndAbandoned, janggi.HanWins),
	} {
		t.Run(e.Reason.String()+" "+e.Result.String(), func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			g := n.play(n.playing().ID, "a4b4", "a7b7", "pass")
			if _, err := n.append(t.Context(), g, []game.Event{e}, Request{At: t0}, nil); err != nil {
				t.Fatal(err)
			}
			if err := Verify(t.Context(), store, g.ID); err != nil {
				t.Error(err)
			}
		})
	}
}

// In a game made of a record, the record says what the clocks showed and who
// won; the board, the points and what the rules of records decide are checked.
func TestVerifyTakesARecordAtItsWord(t *testing.T) {
	records := []struct {
		name   string
		record game.Import
		wrong  func(t *testing.T, r *eventstore.Recorded) // in the last event
		field  string
	}{
		{
			"won on time", game.Import{End: janggi.EndTime, Result: janggi.HanWins},
			replace(`"han":73.5`, `"han":72`), "data.points.han",
		},
		{
			"resigned", game.Import{End: janggi.EndResignation, Result: janggi.HanWins},
			replace(`"result":"han"`, `"result":"cho"`), "data.result",
		},
		{
			"adjudged", game.Import{End: janggi.EndAdjudication, Result: janggi.ChoWins},
			replace(`"ply":3`, `"ply":2`), "data.ply",
		},
	}
	for _, tt := range records {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			tt.record.Source = game.Source{Digest: "9f86d081", Format: "gib", Tags: []game.SourceTag{}, Turns: 3}
			tt.record.Seats = game.Seats{{Kind: game.Recorded}, {ID: ben, Kind: game.Human}}
			tt.record.Visibility, tt.record.TimeControl = game.Public, game.TimeControl{Type: game.Fischer, InitialMS: 60_000}
			tt.record.Setups = &[2]janggi.Setup{janggi.HEEH, janggi.HEEH}
			tt.record.Turns = []game.ImportedTurn{
				{Move: janggi.NewMove(27, 28), SpentMS: 70_000}, {Move: janggi.Pass, Clocks: &game.Clocks{{RemainingMS: 1}, {RemainingMS: 2}}}, {Move: janggi.NewMove(28, 27)},
			}
			events, err := game.Decide(game.State{}, tt.record, t0)
			if err != nil {
				t.Fatal(err)
			}
			g, err := n.append(t.Context(), &Game{ID: uuid.NewString()}, events, Request{At: t0}, nil)
			if err != nil {
				t.Fatal(err)
			}
			history := stored(t, store, "game-"+g.ID)
			if err := verifyEvents(t, history); err != nil {
				t.Fatal(err)
			}
			tt.wrong(t, &history[len(history)-1])
			if d, ok := errors.AsType[*Discrepancy](verifyEvents(t, history)); !ok || d.Field != tt.field {
				t.Errorf("got %v, want %s", d, tt.field)
			}
		})
	}
}

func TestVerifyAGameThatIsNot(t *testing.T) {
	if err := Verify(t.Context(), memory.New(), uuid.NewString()); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}
