package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/api/importer"
	"github.com/janggid/janggid/domain/record"
)

type importOptions struct {
	server   string
	choToken string
	hanToken string
	jobs     int
	direct   directImport
}

func newImport() *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import game records into a store, or play them through a server",
		Long: `Import the games of files: Korean records (.gib, CP949 or UTF-8), PGN, UCI move
lists or this server's JSON, into the store that --store or --data names. Its
server must not be running, unless the store is a cluster. Games imported before
are found again by what is in them, or by their --external-id-tag.

Without --store and --data, play the games of .gib files through the API of
--server, as two players, in no list and without a clock.

A game whose record leaves the rules ends at that move; the others go on. Every
game is reported on a line, and the exit status is 1 unless all were read whole.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			named := cmd.Flags().Changed
			if !named("server") && (named("store") || named("data")) {
				return o.direct.run(cmd, args)
			}
			return importFiles(cmd, o, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.server, "server", "http://127.0.0.1:8080", "URL of the server")
	f.StringVar(&o.choToken, "cho-token", "", "token of the player who plays Cho (default: a new guest)")
	f.StringVar(&o.hanToken, "han-token", "", "token of the player who plays Han (default: a new guest)")
	f.IntVar(&o.jobs, "jobs", 8, "games played at a time, through a server")
	o.direct.register(cmd)
	return cmd
}

func importFiles(cmd *cobra.Command, o importOptions, files []string) error {
	if o.jobs < 1 {
		return fmt.Errorf("--jobs must be at least 1, not %d", o.jobs)
	}
	client := importer.NewClient(o.server, &http.Client{
		Timeout:   30 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: o.jobs},
	})
	players := importer.Importer{Client: client}
	var err error
	if players.Cho, err = seat(cmd.Context(), client, o.choToken, "Record, Cho"); err != nil {
		return err
	}
	if players.Han, err = seat(cmd.Context(), client, o.hanToken, "Record, Han"); err != nil {
		return err
	}
	run := importRun{cmd: cmd, players: players, bar: newBar(cmd, "games")}
	group, ctx := errgroup.WithContext(cmd.Context())
	group.SetLimit(o.jobs)
	for _, file := range files {
		if err := run.file(ctx, group, file); err != nil {
			return err
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	run.bar.Finish()
	fmt.Fprintf(cmd.OutOrStdout(), "%d games played whole, %d cut short\n", run.whole, run.cut)
	if run.cut > 0 {
		return fmt.Errorf("%d games could not be played to the end of their record", run.cut)
	}
	return nil
}

// seat is the player of a token, or a new guest.
func seat(ctx context.Context, client *importer.Client, token, name string) (importer.Player, error) {
	if token != "" {
		return client.PlayerOf(ctx, token)
	}
	return client.Guest(ctx, name)
}

type importRun struct {
	cmd     *cobra.Command
	players importer.Importer
	bar     *progressbar.ProgressBar

	mu         sync.Mutex // guards what follows, and the output
	whole, cut int
}

// file plays the games of a file, each on its own.
func (r *importRun) file(ctx context.Context, group *errgroup.Group, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for g, err := range record.ReadGib(f) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		group.Go(func() error {
			report, err := r.players.Play(ctx, g)
			r.report(name, g, report, err)
			return ctx.Err()
		})
	}
	return nil
}

func (r *importRun) report(file string, g *record.Game, report importer.Report, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.cmd.OutOrStdout()
	result := "open"
	if o := report.Game.Outcome; o != nil {
		result = o.Result + " by " + o.Reason
	}
	fmt.Fprintf(out, "%s:%d: game %s, %d of %d turns, %s\n", file, g.Line, report.Game.ID, report.Game.Ply, len(g.Moves), result)
	for _, w := range g.Warnings {
		fmt.Fprintf(out, "%s:%d: warning: %s\n", file, w.Line, w.Text)
	}
	for _, w := range report.Warnings {
		fmt.Fprintf(out, "%s: warning: %s\n", file, w)
	}
	if err != nil {
		fmt.Fprintf(out, "%s: cut: %v\n", file, err)
		r.cut++
	} else {
		r.whole++
	}
	r.bar.Add(1)
}
