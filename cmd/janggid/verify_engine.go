package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// verifyEngine searches the turns of a store's computers again, on all
// processors.
func verifyEngine(cmd *cobra.Command, at storeAt) (err error) {
	store, err := at.openToRead(cmd.Context(), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	bar := newProgress(cmd, "events", unknown)
	defer bar.finish()
	head, err := store.Head(cmd.Context())
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var all computer.SearchedAgain
	group, ctx := errgroup.WithContext(cmd.Context())
	games := make(chan string)
	group.Go(func() error {
		defer close(games)
		return sendComputerGames(ctx, store, games, func(p eventstore.Position) { bar.at(int64(p), int64(head)) })
	})
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			e := engine.New(engine.PlayTableBytes)
			for id := range games {
				again, err := computer.SearchAgain(ctx, store, id, e)
				if err != nil {
					return err
				}
				mu.Lock()
				all.Same += again.Same
				all.Skipped += again.Skipped
				all.Different = append(all.Different, again.Different...)
				mu.Unlock()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	bar.clear()
	out := cmd.OutOrStdout()
	for _, line := range all.Different {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintf(out, "%d turns and setups of computers were found again, %d of other versions of the engine were skipped\n", all.Same, all.Skipped)
	if n := len(all.Different); n > 0 {
		return withStatus(exitDamaged, fmt.Errorf("%d turns or setups of computers are not what the engine finds", n))
	}
	return nil
}

// sendComputerGames sends the ids of all games with computers.
func sendComputerGames(ctx context.Context, store eventstore.Store, ids chan<- string, passed func(eventstore.Position)) error {
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return err
		}
		passed(r.Position)
		id, ok := journal.GameID(r.Stream)
		if !ok || r.Revision > 0 || !bytes.Contains(r.Data, []byte(`"kind":"computer"`)) {
			continue
		}
		select {
		case ids <- id:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
