package attack

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	tables   = 20                     // pairs of other people, each at an address of its own
	interval = 200 * time.Millisecond // between the turns at a table, and between its reads
)

// others are people who play and read undisturbed, or try to.
type others struct {
	tables []*table
}

// table is two people of one address at a board.
type table struct {
	client *client
	tokens [2]string
	chance *rand.Rand
	game   game
}

// samples are the latencies of what somebody asked for, in the order in which
// they were measured.
type samples struct {
	mu            sync.Mutex
	turns, reads  []time.Duration
	refused       int
	firstRefusal  string
	latestRefusal string
}

func (s *samples) refuse(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused++
	s.latestRefusal = fmt.Sprintf(format, args...)
	if s.firstRefusal == "" {
		s.firstRefusal = s.latestRefusal
	}
}

// p99 is the 99th percentile; 0 of nothing.
func p99(latencies []time.Duration) time.Duration {
	if len(latencies) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(latencies))
	return sorted[(len(sorted)-1)*99/100]
}

func seat(ctx context.Context, target string) (*others, error) {
	o := &others{}
	for i := range tables {
		t := &table{client: newClient(target, fmt.Sprintf("127.0.0.%d", i+2)), chance: rand.New(rand.NewPCG(uint64(i), 1))}
		for side := range t.tokens {
			var err error
			if t.tokens[side], err = t.client.guest(ctx); err != nil {
				return nil, err
			}
		}
		if err := t.begin(ctx); err != nil {
			return nil, err
		}
		o.tables = append(o.tables, t)
	}
	return o, nil
}

// begin starts a new game at the table.
func (t *table) begin(ctx context.Context) error {
	if err := t.client.call(ctx, http.MethodPost, "/v1/games", t.tokens[0], `{"time_control":{"type":"unlimited"}}`, &t.game); err != nil {
		return err
	}
	path := "/v1/games/" + t.game.ID
	return errors.Join(
		t.client.call(ctx, http.MethodPost, path+"/join", t.tokens[1], `{}`, nil),
		t.client.call(ctx, http.MethodPost, path+"/setup", t.tokens[1], `{"setup":"HEHE"}`, nil),
		t.client.call(ctx, http.MethodPost, path+"/setup", t.tokens[0], `{"setup":"EHHE"}`, &t.game),
	)
}

// measure lets all play and read for a while. What is due while an earlier
// request is under way counts from when it was due.
func (o *others) measure(ctx context.Context, d time.Duration) *samples {
	s := &samples{}
	var all sync.WaitGroup
	end := time.Now().Add(d)
	for i, t := range o.tables {
		begin := time.Now().Add(interval * time.Duration(i) / tables)
		all.Go(func() { repeat(ctx, begin, end, func(due time.Time) time.Duration { return t.turn(ctx, s, due) }) })
		id := t.game.ID
		all.Go(func() {
			repeat(ctx, begin.Add(interval/2), end, func(due time.Time) time.Duration { t.read(ctx, s, id, due); return 0 })
		})
	}
	all.Wait()
	return s
}

// repeat does something at an interval. What do spends on anything else, which it
// returns, puts off what is due.
func repeat(ctx context.Context, due, end time.Time, do func(due time.Time) (other time.Duration)) {
	for ; due.Before(end) && ctx.Err() == nil; due = due.Add(interval) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(due)):
		}
		due = due.Add(do(due))
	}
}

// turn makes a turn, or begins a new game where there is none to make, and says
// how long that took.
func (t *table) turn(ctx context.Context, s *samples, due time.Time) time.Duration {
	if t.game.Turn == nil || len(t.game.LegalMoves) == 0 {
		begun := time.Now()
		if err := t.begin(ctx); err != nil {
			s.refuse("a new game: %v", err)
		}
		return time.Since(begun)
	}
	side := 0
	if *t.game.Turn == "han" {
		side = 1
	}
	move := t.game.LegalMoves[t.chance.IntN(len(t.game.LegalMoves))]
	body := fmt.Sprintf(`{"move":%q,"ply":%d}`, move, t.game.Ply)
	if err := t.client.call(ctx, http.MethodPost, "/v1/games/"+t.game.ID+"/moves", t.tokens[side], body, &t.game); err != nil {
		s.refuse("%v", err)
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = append(s.turns, time.Since(due))
	return 0
}

func (t *table) read(ctx context.Context, s *samples, id string, due time.Time) {
	if err := t.client.call(ctx, http.MethodGet, "/v1/games/"+id, "", nil, nil); err != nil {
		s.refuse("%v", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads = append(s.reads, time.Since(due))
}
