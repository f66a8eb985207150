package attack

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
)

// shuttles makes turns in games against oneself, as many at once as there are
// workers, and does something after each.
func (i *intruder) shuttles(ctx context.Context, workers int, after func(token, path string)) error {
	token, err := i.guest(ctx)
	if err != nil {
		return err
	}
	games, plies := make([]game, workers), make([]int, workers)
	for w := range games {
		if games[w], err = i.alone(ctx, token); err != nil {
			return err
		}
	}
	return together(ctx, workers, func(w int, _ *rand.Rand) {
		path := "/v1/games/" + games[w].ID
		i.send(ctx, http.MethodPost, path+"/moves", token, fmt.Sprintf(`{"move":%q}`, shuttle[plies[w]%len(shuttle)]))
		plies[w]++
		if after != nil {
			after(token, path)
			plies[w]--
		}
	})
}

// readLongGames reads all that there is of a few games of 1,900 turns.
func (i *intruder) readLongGames(ctx context.Context) error {
	token, err := i.guest(ctx)
	if err != nil {
		return err
	}
	games := make([]game, 2) // as many as one address makes in a few seconds
	var made sync.WaitGroup
	for n := range games {
		if games[n], err = i.alone(ctx, token); err != nil {
			return err
		}
		made.Go(func() {
			for ply := range 1900 {
				body := fmt.Sprintf(`{"move":%q}`, shuttle[ply%len(shuttle)])
				if ctx.Err() != nil || i.call(ctx, http.MethodPost, "/v1/games/"+games[n].ID+"/moves", token, body, nil) != nil {
					return
				}
			}
		})
	}
	made.Wait()
	paths := []string{
		"/turns", "/events?limit=1000", "/film.svg", "/record?format=pgn", "/record?format=gib", "/record?format=json", "?ply=1500",
		"?revision=1500", "/legal-moves", "/board.png?ply=700&width=1200", "/board.svg?ply=900", "",
	}
	return together(ctx, 96, func(w int, chance *rand.Rand) {
		i.send(ctx, http.MethodGet, "/v1/games/"+games[chance.IntN(len(games))].ID+paths[w%len(paths)], token, nil)
	})
}

// readEverything reads what a server with a few thousand imported games has to
// show, as fast as it answers.
func (i *intruder) readEverything(ctx context.Context) error {
	token, err := i.guest(ctx)
	if err != nil {
		return err
	}
	chance := rand.New(rand.NewPCG(1, 3))
	var text []byte
	for range 343 {
		text = fmt.Appendf(text, "position startpos moves%s\n", someMoves(chance))
	}
	i.send(ctx, http.MethodPost, "/v1/imports", token, file{"text/x-uci", text})
	paths := []string{
		"/v1/games?limit=200", "/v1/explorer", "/v1/records?format=pgn", "/v1/records?format=json", "/v1/games?status=ended&limit=200&label=a:b",
		"/openapi.yaml", "/v1/rulesets", "/metrics", "/docs/assets/swagger-ui-bundle.js",
	}
	return together(ctx, 90, func(w int, _ *rand.Rand) {
		i.send(ctx, http.MethodGet, paths[w%len(paths)], "", nil)
	})
}

// imports sends files over and over, so many at once.
func (i *intruder) imports(ctx context.Context, workers int, media string, make func(chance *rand.Rand) []byte) error {
	tokens, err := i.guests(ctx, workers)
	if err != nil {
		return err
	}
	return together(ctx, workers, func(w int, chance *rand.Rand) {
		i.send(ctx, http.MethodPost, "/v1/imports", tokens[w], file{media, make(chance)})
	})
}
