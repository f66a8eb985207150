package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/korean"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
	"github.com/janggid/janggid/eventstore"
)

// exportCache bounds the cache of games, because each is read once.
const exportCache = 1 << 20

type exportOptions struct {
	at     storeAt
	format string
	cp949  bool
	out    string
	labels map[string]string
	tags   map[string]string
	player string
}

func newExport() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export [GAME...]",
		Short: "Write stored games down as records",
		Long: `Write stored games down as records, in the order of their creation: the games
named, or all that have started and that the flags fit. The server may be
running. What is written can be imported again. Games that other tools deleted or
cut, and those that cannot be read, are named and left out; the exit status is 4
then.`,
		RunE: func(cmd *cobra.Command, games []string) error { return o.run(cmd, games) },
	}
	o.at.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.format, "format", string(record.Gib), "gib, pgn, uci or json")
	f.BoolVar(&o.cp949, "cp949", false, "write a gib in CP949 instead of UTF-8")
	f.StringVar(&o.out, "out", "", "file to write (default: standard output)")
	f.StringToStringVar(&o.labels, "label", nil, "only games with this label, key=value")
	f.StringToStringVar(&o.tags, "tag", nil, "only imported games with this tag, name=value")
	f.StringVar(&o.player, "player", "", "only games of this player, by id")
	return cmd
}

func (o *exportOptions) run(cmd *cobra.Command, games []string) (err error) {
	format, err := record.ParseFormat(o.format)
	if err != nil {
		return wrongUsage(fmt.Errorf("--format: %w", err))
	}
	if o.cp949 && format != record.Gib {
		return wrongUsage(errors.New("--cp949: only a gib can be in CP949"))
	}
	store, err := o.at.openToRead(cmd.Context(), toolLogger(cmd))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	var out io.Writer = cmd.OutOrStdout()
	if o.out != "" {
		file, failed := os.Create(o.out)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out = file
	}
	buffered := bufio.NewWriterSize(out, 64<<10)
	run := exportRun{
		exportOptions: o, journal: journal.New(store, journal.Options{CacheBytes: exportCache}), names: map[string]string{}, format: format, out: buffered,
	}
	if o.cp949 {
		run.out = encoding.ReplaceUnsupported(korean.EUCKR.NewEncoder()).Writer(buffered)
	}
	if len(games) == 0 {
		if games, err = allGames(cmd.Context(), store); err != nil {
			return err
		}
	} else {
		run.named = true
	}
	bar := newProgress(cmd, "games", int64(len(games)))
	unreadable := 0
	for _, id := range games {
		err := run.write(cmd.Context(), id)
		if err != nil && !isStreamsOwn(err) {
			return fmt.Errorf("game %s: %w", id, err)
		}
		if err != nil {
			unreadable++
			bar.clear()
			fmt.Fprintf(cmd.ErrOrStderr(), "left out: game %s: %v\n", id, err)
		}
		bar.add(1)
	}
	bar.finish()
	if err := buffered.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d games written\n", run.written)
	return leftOut(unreadable, "games")
}

// isStreamsOwn tells of trouble that one stream has, and no other by it.
func isStreamsOwn(err error) bool {
	return errors.Is(err, eventstore.ErrDeleted) || errors.Is(err, journal.ErrDamaged)
}

// allGames are the ids of all games, in the order of their creation; those that
// are gone where what is left of them begins.
func allGames(ctx context.Context, store eventstore.Store) (ids []string, err error) {
	seen := eventstore.NewStreamSet()
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if id, ok := journal.GameID(r.Stream); ok && journal.IsGameID(id) && seen.Add(id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

type exportRun struct {
	*exportOptions
	journal *journal.Journal
	names   map[string]string // of players, by id
	format  record.Format
	out     io.Writer
	named   bool // the games were named, and have to be there
	written int
}

// write writes a game, unless the flags leave it out.
func (run *exportRun) write(ctx context.Context, id string) error {
	g, err := loadGame(ctx, run.journal, run.at, id)
	if err != nil {
		return err
	}
	if !run.named {
		if fits, err := run.fits(ctx, g); err != nil || !fits {
			return err
		}
	}
	var names [2]string
	for side, p := range g.State.Seats {
		if names[side], err = run.name(ctx, p); err != nil {
			return err
		}
	}
	w, started, err := records.Export(ctx, run.journal, g, names)
	switch {
	case err != nil:
		return err
	case !started && run.named:
		return errors.New("it has not started")
	case !started:
		return nil
	}
	run.written++
	return w.WriteTo(run.out, run.format)
}

// fits reports whether a game is what the flags ask for. Of several versions of
// one record that is the newest.
func (run *exportRun) fits(ctx context.Context, g *journal.Game) (bool, error) {
	s := &g.State
	if s.SupersededBy != "" || run.player != "" && !s.Seats.Holds(run.player) {
		return false, nil
	}
	for key, value := range run.labels {
		if s.Labels[key] != value {
			return false, nil
		}
	}
	if len(run.tags) == 0 {
		return true, nil
	}
	source, err := run.journal.Source(ctx, g)
	if err != nil || source == nil {
		return false, err
	}
	for name, value := range run.tags {
		if source.Tag(name) != value {
			return false, nil
		}
	}
	return true, nil
}

func (run *exportRun) name(ctx context.Context, p game.Player) (string, error) {
	if p.ID == "" {
		return p.Name, nil
	}
	if name, known := run.names[p.ID]; known {
		return name, nil
	}
	stored, err := run.journal.Players.Load(ctx, p.ID)
	if err != nil && !errors.Is(err, journal.ErrNotFound) && !isStreamsOwn(err) {
		return "", err
	}
	run.names[p.ID] = stored.State.Name
	return stored.State.Name, nil
}
