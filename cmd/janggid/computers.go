package main

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

// computerOptions say how computers play on a node.
type computerOptions struct {
	workers int
	pause   time.Duration
}

func (o *computerOptions) register(f *pflag.FlagSet) {
	f.IntVar(&o.workers, "computer-workers", max(1, runtime.GOMAXPROCS(0)/2), "searches for computer players at once; 0 for no computer players")
	f.DurationVar(&o.pause, "computer-pause", 600*time.Millisecond, "least time before a computer player answers; less where its clock is short")
}

// runningComputerGames finds the games that computers are playing, once a model
// has everything up to a position.
func runningComputerGames(model *projections.Model) func(context.Context, eventstore.Position) ([]string, error) {
	return func(ctx context.Context, head eventstore.Position) (ids []string, err error) {
		if err := model.WaitFor(ctx, head); err != nil {
			return nil, err
		}
		for strength := player.WeakestComputer; strength <= player.StrongestComputer; strength++ {
			for _, status := range []game.Status{game.Setup, game.Playing} {
				if ids, err = appendGames(ctx, model, ids, player.ComputerID(strength), status); err != nil {
					return nil, err
				}
			}
		}
		return ids, nil
	}
}

// appendGames appends the ids of a player's games, private ones too.
func appendGames(ctx context.Context, model *projections.Model, ids []string, id string, status game.Status) ([]string, error) {
	f := projections.Filter{Status: status, Player: id, Viewer: id, Limit: projections.MaxLimit, Now: game.InstantOf(time.Now())}
	for {
		page, err := model.Games(ctx, f)
		if err != nil {
			return nil, err
		}
		for i := range page.Games {
			ids = append(ids, page.Games[i].ID)
		}
		if page.Next == "" {
			return ids, nil
		}
		f.Cursor = page.Next
	}
}

// newComputers makes the computer players of a node; nil for none.
func (o computerOptions) newComputers(j *journal.Journal, store eventstore.Store, model *projections.Model, log *slog.Logger) *computer.Runner {
	if o.workers <= 0 {
		return nil
	}
	return computer.New(j, store, computer.Options{Workers: o.workers, Pause: o.pause, Running: runningComputerGames(model), Log: log})
}
