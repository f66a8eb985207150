package attack

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
)

// attack is one way to do harm.
type attack struct {
	name, does string
	disk       int64 // bytes by which the data folder may grow
	carry      func(ctx context.Context, i *intruder) error
}

const (
	mebibyte = 1 << 20

	// nothing is the budget of what stores nothing: the others' games, and a log of
	// the database that grew, are measured with it.
	nothing = 8 * mebibyte
)

// attacks are all of them, in the order in which they are tried.
var attacks = []attack{
	{"replays", "histories of a million empty events", nothing, func(ctx context.Context, i *intruder) error {
		body := `{"game_id":"01920000-0000-7000-8000-000000000000","events":[` + strings.Repeat("{},", 1_300_000) + `{}]}`
		return together(ctx, 54, func(int, *rand.Rand) { i.send(ctx, http.MethodPost, "/v1/replays", "", body) })
	}},
	{"replayed-lines", "histories of a million empty lines and values", nothing, func(ctx context.Context, i *intruder) error {
		bodies := []string{strings.Repeat("{}\n", 1_300_000), strings.Repeat(`{"events":[]}`, 280_000), `{"a":` + strings.Repeat("[", 3_900_000)}
		return together(ctx, 54, func(w int, _ *rand.Rand) {
			i.send(ctx, http.MethodPost, "/v1/replays", "", file{"application/x-ndjson", []byte(bodies[w%len(bodies)])})
		})
	}},
	{"pictures", "large pictures of other positions each, 200 at once", nothing, func(ctx context.Context, i *intruder) error {
		return together(ctx, 200, func(_ int, chance *rand.Rand) {
			i.send(ctx, http.MethodGet, "/v1/board.png?width=1200&fen="+somePosition(chance), "", nil)
		})
	}},
	{"positions", "a thousand moves judged, over and over", nothing, func(ctx context.Context, i *intruder) error {
		body := map[string]any{"ruleset": map[string]any{"preset": "standard", "repetition": "off", "turn_limit": nil}, "moves": repeated(shuttle, 1000)}
		return together(ctx, 64, func(int, *rand.Rand) { i.send(ctx, http.MethodPost, "/v1/positions", "", body) })
	}},
	{"guests", "guests, each with a ticket and a wish to play", 64 * mebibyte, func(ctx context.Context, i *intruder) error {
		return together(ctx, 64, func(int, *rand.Rand) {
			token, err := i.guest(ctx)
			if err != nil {
				i.count(http.StatusTooManyRequests)
				return
			}
			i.send(ctx, http.MethodPost, "/v1/stream-tickets", token, nil)
			i.send(ctx, http.MethodPost, "/v1/quick-play", token, `{}`)
		})
	}},
	{"games", "games as fast as they can be made, by many guests", 64 * mebibyte, func(ctx context.Context, i *intruder) error {
		tokens, err := i.guests(ctx, 200)
		if err != nil {
			return err
		}
		return together(ctx, 64, func(w int, chance *rand.Rand) {
			i.send(ctx, http.MethodPost, "/v1/games", tokens[chance.IntN(len(tokens))], `{"opponent":{"type":"self"}}`)
		})
	}},
	{"hot-seat", "turns of games against oneself", 160 * mebibyte, func(ctx context.Context, i *intruder) error {
		return i.shuttles(ctx, 64, nil)
	}},
	{"takebacks", "turns and takebacks in one long game each", 160 * mebibyte, func(ctx context.Context, i *intruder) error {
		return i.shuttles(ctx, 64, func(token, path string) {
			i.send(ctx, http.MethodPost, path+"/takeback", token, `{"action":"offer"}`)
		})
	}},
	{"long-games", "all there is to read of long games", 64 * mebibyte, func(ctx context.Context, i *intruder) error {
		return i.readLongGames(ctx)
	}},
	{"refusals", "illegal moves, wrong codes and unknown things", nothing, func(ctx context.Context, i *intruder) error {
		token, err := i.guest(ctx)
		if err != nil {
			return err
		}
		g, err := i.alone(ctx, token)
		if err != nil {
			return err
		}
		return together(ctx, 64, func(w int, chance *rand.Rand) {
			switch w % 4 {
			case 0:
				i.send(ctx, http.MethodPost, "/v1/games/"+g.ID+"/moves", token, `{"move":"a1i10"}`)
			case 1:
				i.send(ctx, http.MethodGet, "/v1/rooms/AAAA"+string("ABCDEFGH"[chance.IntN(8)])+"A", "", nil)
			case 2:
				i.send(ctx, http.MethodGet, fmt.Sprintf("/v1/games/01920000-0000-7000-8000-%012x", chance.Uint64()>>16), "", nil)
			default:
				i.send(ctx, http.MethodPost, "/v1/games/"+g.ID+"/moves", "not.a.token", strings.Repeat("[", 60_000))
			}
		})
	}},
	{"reads", "games, lists, openings and records, as fast as they come", nothing, func(ctx context.Context, i *intruder) error {
		return i.readEverything(ctx)
	}},
	{"chat", "messages at many boards", 32 * mebibyte, func(ctx context.Context, i *intruder) error {
		tokens, err := i.guests(ctx, 300)
		if err != nil {
			return err
		}
		g, err := i.alone(ctx, tokens[0])
		if err != nil {
			return err
		}
		text := `{"text":"` + strings.Repeat("장", 500) + `"}`
		return together(ctx, 64, func(_ int, chance *rand.Rand) {
			i.send(ctx, http.MethodPost, "/v1/games/"+g.ID+"/chat", tokens[chance.IntN(len(tokens))], text)
		})
	}},
	{"imports", "files of small games", 400 * mebibyte, func(ctx context.Context, i *intruder) error {
		return i.imports(ctx, 16, "text/x-uci", func(chance *rand.Rand) []byte {
			var b bytes.Buffer
			for range 20_000 {
				fmt.Fprintf(&b, "position startpos moves%s\n", someMoves(chance))
			}
			return b.Bytes()
		})
	}},
	{"imported-comments", "games with comments as long as they may be", 400 * mebibyte, func(ctx context.Context, i *intruder) error {
		return i.imports(ctx, 4, "application/vnd.chess-pgn", func(chance *rand.Rand) []byte {
			var b bytes.Buffer
			for b.Len() < 60*mebibyte {
				fmt.Fprintf(&b, "[Event \"%d\"]\n[Variant \"Janggi\"]\n\n1. a4b4 {%s} a7b7 {%s} *\n\n", chance.Uint64(),
					strings.Repeat("comment ", 18_000), strings.Repeat("comment ", 18_000))
			}
			return b.Bytes()
		})
	}},
	{"imported-lines", "comments of a million lines", nothing, func(ctx context.Context, i *intruder) error {
		return i.imports(ctx, 4, "application/vnd.chess-pgn", func(*rand.Rand) []byte {
			return []byte("[Variant \"Janggi\"]\n\n1. {" + strings.Repeat("x\n", 2_000_000))
		})
	}},
	{"imports-pipelined", "broken imports with another right behind", nothing, func(ctx context.Context, i *intruder) error {
		return i.pipelined(ctx)
	}},
	{"answers-unread", "imports and records whose answers nobody reads", 400 * mebibyte, func(ctx context.Context, i *intruder) error {
		return i.unread(ctx)
	}},
	{"streams", "streams without end, most of them never read", nothing, func(ctx context.Context, i *intruder) error {
		return i.streams(ctx)
	}},
	{"slow-bodies", "requests that come a byte at a time", nothing, func(ctx context.Context, i *intruder) error {
		return i.slowly(ctx, 3000)
	}},
	{"connections", "connections that say nothing", nothing, func(ctx context.Context, i *intruder) error {
		return i.connections(ctx, 20_000)
	}},
	{"headers", "headers as large as they may be, and larger", nothing, func(ctx context.Context, i *intruder) error {
		return i.headers(ctx)
	}},
}

// guests registers so many guests.
func (i *intruder) guests(ctx context.Context, n int) (tokens []string, err error) {
	for range n {
		token, err := i.guest(ctx)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

// repeated is a text's words over and over.
func repeated(words []string, n int) (all []string) {
	for len(all) < n {
		all = append(all, words...)
	}
	return all[:n]
}

// somePosition is the FEN of a random legal endgame, for a query: chariots off
// the generals' file and soldiers on their own halves.
func somePosition(chance *rand.Rand) string {
	row := func(piece byte, files ...int) string {
		file := files[chance.IntN(len(files))]
		text := fmt.Sprintf("%d%c%d", file, piece, 8-file)
		return strings.Trim(text, "0")
	}
	side := []int{0, 1, 2, 6, 7, 8}
	return strings.Join([]string{
		row('r', side...), "4k4", row('r', side...), row('p', 0, 1, 2, 3, 4, 5, 6, 7, 8), "9",
		"9", row('P', 0, 1, 2, 3, 4, 5, 6, 7, 8), row('R', side...), "4K4", row('R', side...),
	}, "/") + "%20w%20-%20-%200%201"
}

// someMoves are a few legal first turns, with a blank before each.
func someMoves(chance *rand.Rand) string {
	first := []string{"a4b4", "c4d4", "e4f4", "g4h4", "i4h4", "e4d4", "c4b4"}
	second := []string{"a7b7", "c7d7", "e7f7", "g7h7", "i7h7", "e7d7", "c7b7"}
	third := []string{"a1a2", "a1a3", "i1i2", "i1i3", "e2e1", "e2d2", "e2f2"}
	return " " + first[chance.IntN(7)] + " " + second[chance.IntN(7)] + " " + third[chance.IntN(7)]
}
