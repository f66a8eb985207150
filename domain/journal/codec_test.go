package journal

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/gowebpki/jcs"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/room"
)

// texts are what labels and correlation ids may hold, plain ones first.
var texts = []string{
	"a", "league", "7", "k1", "with space", `"quoted"`, `back\slash`, "a/b", "<&>", "리그", "漢", "🏆", "\U0001D11E", "é", "e\u0301", "\uFB33", "\uFFFF",
	"\b\t\n\f\r", "\x00\x01\x1f", "\x7f", "\u2028\u2029", "broken \xff\xc3", "\u0080", "",
}

func randomText(rng *rand.Rand) string {
	text := ""
	for range rng.IntN(3) {
		text += texts[rng.IntN(len(texts))]
	}
	return text
}

func randomSide(rng *rand.Rand) janggi.Side { return janggi.Side(rng.IntN(2)) }

func randomKind(rng *rand.Rand) janggi.Kind { return janggi.General + janggi.Kind(rng.IntN(7)) }

func randomMove(rng *rand.Rand) janggi.Move {
	if rng.IntN(20) == 0 {
		return janggi.Pass
	}
	return janggi.NewMove(janggi.Point(rng.IntN(90)), janggi.Point(rng.IntN(90)))
}

func randomInstant(rng *rand.Rand) game.Instant { return game.Instant(rng.Int64N(4_000_000_000_000)) }

func randomClocks(rng *rand.Rand) (c game.Clocks) {
	for side := range c {
		c[side] = game.SideClock{PeriodsLeft: rng.IntN(3), RemainingMS: rng.Int64N(1 << rng.IntN(40))}
	}
	return c
}

func maybe[T any](rng *rand.Rand, value T) *T {
	if rng.IntN(2) == 0 {
		return nil
	}
	return &value
}

func randomMovePlayed(rng *rand.Rand) game.MovePlayed {
	return game.MovePlayed{
		Captured: maybe(rng, randomKind(rng)), Check: rng.IntN(2) == 0, Clocks: randomClocks(rng), Move: randomMove(rng), Piece: randomKind(rng),
		Ply: rng.IntN(2001), Search: maybe(rng, randomSearch(rng)), Side: randomSide(rng), SpentMS: rng.Int64N(1 << rng.IntN(40)),
	}
}

func randomSearch(rng *rand.Rand) game.Search {
	return game.Search{Engine: rng.IntN(100), Nodes: rng.Int64N(1 << rng.IntN(40))}
}

func randomTurnPassed(rng *rand.Rand) game.TurnPassed {
	return game.TurnPassed{Clocks: randomClocks(rng), Ply: rng.IntN(2001), Search: maybe(rng, randomSearch(rng)), Side: randomSide(rng), SpentMS: rng.Int64N(1 << rng.IntN(40))}
}

func randomCreated(rng *rand.Rand) game.Created {
	labels := map[string]string{}
	for range rng.IntN(10) {
		labels[randomText(rng)] = randomText(rng)
	}
	presets := janggi.Presets()
	preset := presets[rng.IntN(len(presets))]
	preset.Rules.Deom = janggi.Points(rng.IntN(145))
	controls := []game.TimeControl{
		game.DefaultTimeControl(), {Type: game.Fischer, InitialMS: 60_000, IncrementMS: rng.Int64N(9)},
		{Type: game.Byoyomi, MainMS: rng.Int64N(9), Periods: 3, PeriodMS: 30_000}, {Type: game.Unlimited},
	}
	return game.Created{
		Creator: randomText(rng), Labels: labels, Opponent: game.OpponentHuman, Ruleset: game.Ruleset{Preset: preset.Name, Rules: preset.Rules},
		RulesVersion: 1, Seats: game.BySide[*game.Player]{Cho: maybe(rng, game.Player{ID: randomText(rng), Kind: game.Human}), Han: maybe(rng, game.Player{ID: "ben", Kind: game.Human})},
		SetupMS: maybe(rng, rng.Int64N(90_000)), StartFEN: maybe(rng, randomText(rng)), TimeControl: controls[rng.IntN(4)], Visibility: game.Unlisted,
	}
}

func randomMetadata(rng *rand.Rand) Metadata {
	m := Metadata{Prev: maybe(rng, strings.Repeat("0a", 32)), Schema: 1, Side: maybe(rng, randomSide(rng)), Time: randomInstant(rng)}
	if rng.IntN(4) > 0 {
		m.Private = &Private{Actor: randomText(rng), Correlation: randomText(rng), Digest: randomText(rng), Key: randomText(rng), Room: randomText(rng)}
	}
	return m
}

// canonicalForm is RFC 8785 as this test understands it: object members in the
// order of their names' UTF-16 units, no space, the fewest escapes. Numbers of
// events are short decimals, which keep their form.
func canonicalForm(t *testing.T, value any) string {
	switch v := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))) })
		members := make([]string, len(names))
		for i, name := range names {
			members[i] = canonicalForm(t, name) + ":" + canonicalForm(t, v[name])
		}
		return "{" + strings.Join(members, ",") + "}"
	case []any:
		elements := make([]string, len(v))
		for i := range v {
			elements[i] = canonicalForm(t, v[i])
		}
		return "[" + strings.Join(elements, ",") + "]"
	case string:
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(v); err != nil {
			t.Fatal(err)
		}
		text := strings.TrimSuffix(b.String(), "\n")
		// encoding/json escapes two separators that JSON does not ask it to; an
		// escaped backslash before such a text is kept whole.
		return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029", `\\`, `\\`).Replace(text)
	case json.Number:
		return v.String()
	}
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// checkCanonical compares bytes that are to be stored with two other ways to
// their canonical form.
func checkCanonical(t *testing.T, e any, written []byte) {
	t.Helper()
	plain, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	transformed, err := jcs.Transform(plain)
	if err != nil || string(written) != string(transformed) {
		t.Fatalf("%T written as\n%s\nwhich jcs (%v) writes as\n%s", e, written, err, transformed)
	}
	decoder := json.NewDecoder(bytes.NewReader(plain))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	if want := canonicalForm(t, value); string(written) != want {
		t.Fatalf("%T written as\n%s\nwant\n%s", e, written, want)
	}
}

func TestWhatIsStoredIsCanonical(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		events := []any{
			randomMovePlayed(rng), randomTurnPassed(rng), randomCreated(rng),
			game.PlayerJoined{Player: game.Player{ID: randomText(rng), Kind: game.Human}, Side: randomSide(rng)},
			game.SetupChosen{By: game.ByTimeout, Deadline: maybe(rng, randomInstant(rng)), Setup: janggi.EHHE, Side: randomSide(rng)},
			game.Started{Clocks: randomClocks(rng), FEN: randomText(rng), Turn: randomSide(rng)},
			game.TimeExpired{Deadline: randomInstant(rng), Side: randomSide(rng)},
			game.PlayerResigned{Side: randomSide(rng)},
			game.Ended{
				Evidence: []int{0, rng.IntN(2000)}, Ply: 7, Points: maybe(rng, game.BySide[janggi.Points]{Cho: janggi.Points(rng.IntN(200)), Han: janggi.Points(rng.IntN(200))}),
				Reason: janggi.EndRepetition, Result: janggi.HanWins, Winner: maybe(rng, janggi.Han),
			},
			room.Reserved{Game: randomText(rng)},
		}
		for _, e := range events {
			written, err := encode(e)
			if err != nil {
				t.Fatal(err)
			}
			checkCanonical(t, e, written)
		}
		m := randomMetadata(rng)
		checkCanonical(t, m, appendMetadata(nil, m))
	}
}

// What was written by hand is read by hand, and gives the same back.
func TestTheFastPathsAreTaken(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		move := randomMovePlayed(rng)
		if read, ok := readMovePlayed(appendMovePlayed(nil, move)); !ok || !reflect.DeepEqual(read, move) {
			t.Fatalf("%+v read as %+v, %v", move, read, ok)
		}
		pass := randomTurnPassed(rng)
		if read, ok := readTurnPassed(appendTurnPassed(nil, pass)); !ok || !reflect.DeepEqual(read, pass) {
			t.Fatalf("%+v read as %+v, %v", pass, read, ok)
		}
		m := Metadata{
			Prev: new(strings.Repeat("0a", 32)), Schema: 1, Side: maybe(rng, randomSide(rng)), Time: randomInstant(rng),
			Private: &Private{Actor: "ann", Correlation: "c", Digest: "d", Key: "k", Room: "ABCDEF"},
		}
		if read, ok := readMetadata(appendMetadata(nil, m)); !ok || !reflect.DeepEqual(read, m) {
			t.Fatalf("%+v read as %+v, %v", m, read, ok)
		}
	}
}

func TestMetadataBeyondASCIIIsReadAllTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		m := randomMetadata(rng)
		if m.Private != nil {
			for _, f := range m.Private.fields() {
				*f.value = strings.ToValidUTF8(*f.value, "")
			}
		}
		if read, err := decodeMetadata(appendMetadata(nil, m)); err != nil || !reflect.DeepEqual(read, m) {
			t.Fatalf("%+v read as %+v, %v", m, read, err)
		}
	}
}

func TestPublicMetadataHoldsNothingPrivate(t *testing.T) {
	m := Metadata{Schema: 1, Private: &Private{Actor: "ann", Key: "k1"}, Time: t0}
	public, err := PublicMetadata(appendMetadata(nil, m))
	if err != nil || public.Private != nil || public.Time != t0 {
		t.Errorf("%+v, %v", public, err)
	}
}

// checkFast compares what a fast reader accepts with what encoding/json makes
// of it.
func checkFast[E any](t *testing.T, data []byte, read func([]byte) (E, bool)) {
	fast, ok := read(data)
	if !ok {
		return
	}
	var slow E
	if err := json.Unmarshal(data, &slow); err != nil {
		t.Fatalf("%q was accepted as %+v; encoding/json: %v", data, fast, err)
	}
	if !reflect.DeepEqual(fast, slow) {
		t.Fatalf("%q read as %+v, encoding/json reads %+v", data, fast, slow)
	}
}

func FuzzReadMovePlayed(f *testing.F) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		f.Add(appendMovePlayed(nil, randomMovePlayed(rng)))
	}
	f.Add([]byte(`{"captured":"none","check":true,"clocks":{"cho":{"remaining_ms":01},"han":{"remaining_ms":-1}},"move":"a0a11","piece":"general","ply":1e3,"side":"han","spent_ms":99999999999999999999}`))
	f.Fuzz(func(t *testing.T, data []byte) { checkFast(t, data, readMovePlayed) })
}

func FuzzReadTurnPassed(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 20 {
		f.Add(appendTurnPassed(nil, randomTurnPassed(rng)))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkFast(t, data, readTurnPassed) })
}

func FuzzReadMetadata(f *testing.F) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 50 {
		f.Add(appendMetadata(nil, randomMetadata(rng)))
	}
	f.Add([]byte(`{"prev":"","private":{},"schema":1,"side":null,"time":"2026-02-30T00:00:00.000Z"}`))
	f.Fuzz(func(t *testing.T, data []byte) { checkFast(t, data, readMetadata) })
}
