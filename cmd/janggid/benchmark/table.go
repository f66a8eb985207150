package benchmark

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
)

// usualTurns ends a random game that has not ended by itself, so that answers stay
// of a usual size.
const usualTurns = 120

// table is two players over one connection who play one random game after
// another.
type table struct {
	conn   *connection
	chance *rand.Rand
	tokens [2]string // of the players, by side
	most   int       // turns of a game

	path    string // of the game; "" before the first
	ply     int
	side    int
	moves   []byte // legal ones, as the last answer has them
	request []byte
	body    []byte
}

// sit registers two players.
func sit(addr string, seed uint64) (*table, error) {
	c, err := connect(addr)
	if err != nil {
		return nil, err
	}
	t := &table{conn: c, chance: rand.New(rand.NewPCG(seed, 0)), most: usualTurns}
	for side := range t.tokens {
		var guest struct {
			Token string `json:"access_token"`
		}
		if err := t.call("/v1/guests", "", `{"name":"Bench"}`, &guest); err != nil {
			return nil, errors.Join(err, c.Close())
		}
		t.tokens[side] = guest.Token
	}
	return t, nil
}

// sitAll registers the players of all connections.
func sitAll(addr string) (tables []*table, err error) {
	for i := range connections {
		t, err := sit(addr, uint64(i))
		if err != nil {
			leave(tables)
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// leave closes the connections.
func leave(tables []*table) {
	for _, t := range tables {
		t.conn.Close()
	}
}

// call sends one of the requests that are not measured.
func (t *table) call(path, token, body string, into any) error {
	status, answer, err := t.conn.exchange(post(nil, path, token, []byte(body)))
	if err != nil {
		return err
	}
	if status >= 300 {
		return fmt.Errorf("POST %s: %d: %s", path, status, answer)
	}
	return json.Unmarshal(answer, into)
}

// begin starts a new game.
func (t *table) begin() error {
	var g struct{ ID string }
	if err := t.call("/v1/games", t.tokens[0], `{"time_control":{"type":"unlimited"}}`, &g); err != nil {
		return err
	}
	t.path = "/v1/games/" + g.ID
	for _, step := range []struct{ path, token, body string }{
		{"/join", t.tokens[1], `{}`},
		{"/setup", t.tokens[1], `{"setup":"HEHE"}`},
		{"/setup", t.tokens[0], `{"setup":"EHHE"}`},
	} {
		if err := t.call(t.path+step.path, step.token, step.body, &g); err != nil {
			return err
		}
	}
	t.ply = 0
	_, answer, err := t.conn.exchange(get(nil, t.path, ""))
	if err != nil {
		return err
	}
	return t.note(answer)
}

var legalMoves = []byte(`"legal_moves":[`)

// note takes from an answer what the next turn needs.
func (t *table) note(answer []byte) error {
	_, rest, ok := bytes.Cut(answer, legalMoves)
	end := bytes.IndexByte(rest, ']')
	if !ok || end < 0 {
		return fmt.Errorf("not a game: %s", answer)
	}
	t.moves = append(t.moves[:0], rest[:end]...)
	t.side = 0
	if bytes.Contains(answer, []byte(`"turn":"han"`)) {
		t.side = 1
	}
	return nil
}

// ready begins a new game where the present one is over.
func (t *table) ready() error {
	if t.path == "" || len(t.moves) == 0 || t.ply >= t.most {
		return t.begin()
	}
	return nil
}

// turn makes a random legal turn and gives the size of the answer.
func (t *table) turn() (int, error) {
	move := t.choose()
	t.body = append(t.body[:0], `{"move":`...)
	t.body = append(t.body, move...)
	t.body = append(t.body, `,"ply":`...)
	t.body = strconv.AppendInt(t.body, int64(t.ply), 10)
	t.body = append(t.body, '}')
	t.request = append(t.request[:0], "POST "...)
	t.request = append(t.request, t.path...)
	t.request = post(t.request[:0], t.path+"/moves", t.tokens[t.side], t.body)
	status, answer, err := t.conn.exchange(t.request)
	if err != nil {
		return 0, err
	}
	if status != 200 {
		return 0, fmt.Errorf("POST %s/moves %s: %d: %s", t.path, t.body, status, answer)
	}
	t.ply++
	return len(answer), t.note(answer)
}

// choose picks a legal move, in its quotes.
func (t *table) choose() []byte {
	n := t.chance.IntN(bytes.Count(t.moves, []byte{','}) + 1)
	rest := t.moves
	for range n {
		_, rest, _ = bytes.Cut(rest, []byte{','})
	}
	move, _, _ := bytes.Cut(rest, []byte{','})
	return move
}

// look reads the game's state.
func (t *table) look() (int, error) {
	t.request = get(t.request[:0], t.path, t.tokens[t.side])
	status, answer, err := t.conn.exchange(t.request)
	if err == nil && status != 200 {
		err = fmt.Errorf("GET %s: %d: %s", t.path, status, answer)
	}
	return len(answer), err
}
