package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// intruder carries out an attack. All its requests come from one address.
type intruder struct {
	*client
	target string

	mu       sync.Mutex
	statuses map[int]int // of the answers; 0 where there was none
}

// Carry carries out an attack until ctx ends, and then tells what the server
// answered.
func Carry(ctx context.Context, name, target string, log io.Writer) error {
	chosen, err := choose([]string{name})
	if err != nil {
		return err
	}
	i := &intruder{client: newClient(target, "127.0.0.1"), target: target, statuses: map[int]int{}}
	err = chosen[0].carry(ctx, i)
	if ctx.Err() != nil {
		err = nil // what is under way at the end breaks off
	} else if err == nil {
		<-ctx.Done() // what has been begun goes on
	}
	if err != nil {
		fmt.Fprintln(log, "the attack ended early:", err)
	}
	fmt.Fprintln(log, "answered", i.answers())
	return nil
}

// answers is how often each status was answered.
func (i *intruder) answers() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(i.statuses)) {
		parts = append(parts, fmt.Sprintf("%d: %d", status, i.statuses[status]))
	}
	return strings.Join(parts, ", ")
}

func (i *intruder) count(status int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.statuses[status]++
}

// send is do, counted. What breaks off is no error of the attack's.
func (i *intruder) send(ctx context.Context, method, path, token string, body any) (answer []byte) {
	status, answer, err := i.do(ctx, method, path, token, body)
	if err != nil {
		status = 0
	}
	if ctx.Err() == nil {
		i.count(status)
	}
	return answer
}

// together does something over and over in so many goroutines, until ctx ends.
func together(ctx context.Context, workers int, do func(worker int, chance *rand.Rand)) error {
	var all sync.WaitGroup
	for w := range workers {
		chance := rand.New(rand.NewPCG(uint64(w), 2))
		all.Go(func() {
			for ctx.Err() == nil {
				do(w, chance)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// alone begins a game against oneself that no rule ends soon.
func (i *intruder) alone(ctx context.Context, token string) (g game, err error) {
	err = i.call(ctx, http.MethodPost, "/v1/games", token, `{"opponent":{"type":"self"},"time_control":{"type":"unlimited"},
		"ruleset":{"preset":"standard","repetition":"off","turn_limit":null}}`, &g)
	path := "/v1/games/" + g.ID
	return g, errors.Join(err,
		i.call(ctx, http.MethodPost, path+"/setup", token, `{"side":"han","setup":"HEHE"}`, nil),
		i.call(ctx, http.MethodPost, path+"/setup", token, `{"side":"cho","setup":"EHHE"}`, &g))
}

// shuttle are moves of a game that bring it back to where it was.
var shuttle = []string{"a1a2", "a10a9", "a2a1", "a9a10"}
