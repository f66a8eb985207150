package benchmark

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"golang.org/x/sync/errgroup"
)

// usualTurns ends a random game that has not ended by itself, so that answers stay
// of a usual size.
const usualTurns = 120

// fewTurns is less than the length of nearly all random games.
const fewTurns = 40

// table is two players over one connection who play random games, some at once
// and then others.
type table struct {
	conn   *connection
	chance *rand.Rand
	tokens [2]string // of the players, by side
	most   int       // turns of a game

	boards  []board
	at      int     // the board of the next turn
	spare   []board // games that have begun and are to follow those that end
	request []byte
	body    []byte
	answer  []byte // to the last turn, until the next
}

// board is a game in play.
type board struct {
	path  string // of the game; "" before the first
	ply   int
	side  int
	moves []byte // legal ones, as the last answer has them
}

// sit registers two players of so many games at once.
func sit(addr string, seed uint64, games int) (*table, error) {
	c, err := connect(addr)
	if err != nil {
		return nil, err
	}
	t := &table{conn: c, chance: rand.New(rand.NewPCG(seed, 0)), most: usualTurns, boards: make([]board, games)}
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

// sitAll is sit for all connections, with so many games in play together, rounded
// up to what the connections share.
func sitAll(ctx context.Context, addr string, games int) (tables []*table, err error) {
	for i := range connections {
		t, err := sit(addr, uint64(i), (games+connections-1)/connections)
		if err != nil {
			leave(tables)
			return nil, err
		}
		tables = append(tables, t)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, t := range tables {
		group.Go(func() error { return t.beginAll(ctx) })
	}
	if err := group.Wait(); err != nil {
		leave(tables)
		return nil, err
	}
	return tables, nil
}

// beginAll starts the games of all boards.
func (t *table) beginAll(ctx context.Context) error {
	for t.at = range t.boards {
		if err := cmp.Or(ctx.Err(), t.ready()); err != nil {
			return err
		}
	}
	t.at = 0
	return nil
}

// stockAll is stock for all tables at once.
func stockAll(ctx context.Context, tables []*table, games int) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, t := range tables {
		group.Go(func() error { return t.stock(ctx, games) })
	}
	return group.Wait()
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

// stock begins games for a round to come, so that in it nothing but turns is made.
func (t *table) stock(ctx context.Context, games int) error {
	for len(t.spare) < games && ctx.Err() == nil {
		var b board
		if err := t.begin(&b); err != nil {
			return err
		}
		t.spare = append(t.spare, b)
	}
	return ctx.Err()
}

// begin starts a new game.
func (t *table) begin(b *board) error {
	var g struct{ ID string }
	if err := t.call("/v1/games", t.tokens[0], `{"time_control":{"type":"unlimited"}}`, &g); err != nil {
		return err
	}
	b.path = "/v1/games/" + g.ID
	for _, step := range []struct{ path, token, body string }{
		{"/join", t.tokens[1], `{}`},
		{"/setup", t.tokens[1], `{"setup":"HEHE"}`},
		{"/setup", t.tokens[0], `{"setup":"EHHE"}`},
	} {
		if err := t.call(b.path+step.path, step.token, step.body, &g); err != nil {
			return err
		}
	}
	b.ply = 0
	_, answer, err := t.conn.exchange(get(nil, b.path, ""))
	if err != nil {
		return err
	}
	return b.note(answer)
}

var legalMoves = []byte(`"legal_moves":[`)

// note takes from an answer what the next turn needs.
func (b *board) note(answer []byte) error {
	_, rest, ok := bytes.Cut(answer, legalMoves)
	end := bytes.IndexByte(rest, ']')
	if !ok || end < 0 {
		return fmt.Errorf("not a game: %s", answer)
	}
	b.moves = append(b.moves[:0], rest[:end]...)
	b.side = 0
	if bytes.Contains(answer, []byte(`"turn":"han"`)) {
		b.side = 1
	}
	return nil
}

func (t *table) board() *board { return &t.boards[t.at] }

// ready has a new game where the next one is over.
func (t *table) ready() error {
	b := t.board()
	switch last := len(t.spare) - 1; {
	case b.path != "" && len(b.moves) > 0 && b.ply < t.most:
		return nil
	case last >= 0:
		*b, t.spare = t.spare[last], t.spare[:last]
		return nil
	}
	return t.begin(b)
}

// turn makes a random legal turn and gives the size of the answer. The next one
// is for the next game.
func (t *table) turn() (int, error) {
	b := t.board()
	move := b.choose(t.chance)
	t.body = append(t.body[:0], `{"move":`...)
	t.body = append(t.body, move...)
	t.body = append(t.body, `,"ply":`...)
	t.body = strconv.AppendInt(t.body, int64(b.ply), 10)
	t.body = append(t.body, '}')
	t.request = post(t.request[:0], b.path+"/moves", t.tokens[b.side], t.body)
	status, answer, err := t.conn.exchange(t.request)
	if err != nil {
		return 0, err
	}
	if status != 200 {
		return 0, fmt.Errorf("POST %s/moves %s: %d: %s", b.path, t.body, status, answer)
	}
	b.ply++
	t.answer = answer
	t.at = (t.at + 1) % len(t.boards)
	return len(answer), b.note(answer)
}

// choose picks a legal move, in its quotes.
func (b *board) choose(chance *rand.Rand) []byte {
	n := chance.IntN(bytes.Count(b.moves, []byte{','}) + 1)
	rest := b.moves
	for range n {
		_, rest, _ = bytes.Cut(rest, []byte{','})
	}
	move, _, _ := bytes.Cut(rest, []byte{','})
	return move
}

// look reads the game's state.
func (t *table) look() (int, error) {
	b := t.board()
	t.request = get(t.request[:0], b.path, t.tokens[b.side])
	status, answer, err := t.conn.exchange(t.request)
	if err == nil && status != 200 {
		err = fmt.Errorf("GET %s: %d: %s", b.path, status, answer)
	}
	return len(answer), err
}
