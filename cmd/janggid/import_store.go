package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
)

// directImport takes records into a store without a server.
type directImport struct {
	at            storeAt
	tokens        tokenOptions
	format        string
	as            string
	labels        map[string]string
	players       map[string]string
	externalIDTag string
	unlisted      bool
}

func (o *directImport) register(cmd *cobra.Command) {
	o.at.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.tokens.key, "token-key", "", "key of the server, where it is not in the data folder: ids follow from it")
	f.StringVar(&o.format, "format", "", "gib, pgn, uci or json (default: detected, file by file)")
	f.StringVar(&o.as, "as", "", "id of the player who imports: what they imported over HTTP under an external id is found again")
	f.StringToStringVar(&o.labels, "label", nil, "label for every game, key=value")
	f.StringToStringVar(&o.players, "player", nil, "id of a player by the name in the records, name=id")
	f.StringVar(&o.externalIDTag, "external-id-tag", "", "tag that has your id of each game; another record under the same id replaces the game")
	f.BoolVar(&o.unlisted, "unlisted", false, "keep the games out of lists")
}

// importedGames is how many games the import keeps in memory: it rarely needs
// one again.
const importedGames = 1000

func (o *directImport) run(cmd *cobra.Command, files []string) (err error) {
	options := records.Options{
		ImportedBy: o.as, At: game.InstantOf(time.Now()), Labels: o.labels, Players: o.players,
		ExternalIDTag: o.externalIDTag, Visibility: game.Public,
	}
	if o.unlisted {
		options.Visibility = game.Unlisted
	}
	if o.format != "" {
		if options.Format, err = record.ParseFormat(o.format); err != nil {
			return fmt.Errorf("--format: %w", err)
		}
	}
	key, err := o.tokens.ownKey(o.at)
	if err != nil {
		return err
	}
	store, err := o.at.open(cmd.Context(), toolLogger(cmd))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	j := journal.New(store, journal.Options{Key: key, CachedGames: importedGames})
	var total records.Summary
	bar := newBar(cmd, "games")
	for _, name := range files {
		summary, err := importFile(cmd, j, name, options, bar)
		total.Add(summary)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	bar.Finish()
	return reportTotal(cmd.OutOrStdout(), total)
}

func importFile(cmd *cobra.Command, j *journal.Journal, name string, o records.Options, bar *progressbar.ProgressBar) (records.Summary, error) {
	f, err := os.Open(name)
	if err != nil {
		return records.Summary{}, err
	}
	defer f.Close()
	o.File = filepath.Base(name)
	return records.Import(cmd.Context(), j, f, o, func(e records.Entry) error {
		bar.Add(1)
		return reportEntry(cmd.OutOrStdout(), name, e)
	})
}

// reportEntry prints what became of a record.
func reportEntry(out io.Writer, file string, e records.Entry) error {
	var text strings.Builder
	place := fmt.Sprintf("%s:%d", file, e.Line)
	if e.Line == 0 {
		place = fmt.Sprintf("%s, game %d", file, e.Game)
	}
	fmt.Fprintf(&text, "%s: %s", place, strings.ReplaceAll(string(e.Status), "_", " "))
	if e.ID != "" {
		fmt.Fprintf(&text, ", game %s, %d of %d turns", e.ID, e.Turns, e.Written)
	}
	if e.Outcome != nil {
		fmt.Fprintf(&text, ", %v by %v", e.Outcome.Result, e.Outcome.Reason)
	}
	if e.Replaces != "" {
		fmt.Fprintf(&text, ", replaces %s", e.Replaces)
	}
	if e.Why != "" {
		fmt.Fprintf(&text, ": %s", e.Why)
	}
	text.WriteByte('\n')
	if c := e.Cut; c != nil {
		fmt.Fprintf(&text, "%s: cut at move %d, %s: %s\n", place, c.Ply, c.Move, strings.TrimSpace(c.Code+" "+c.Reason+" "+c.At))
	}
	for _, w := range e.Warnings {
		fmt.Fprintf(&text, "%s:%d: warning: %s\n", file, w.Line, w.Text)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// reportTotal prints the summary; its error says that not all was read whole.
func reportTotal(out io.Writer, s records.Summary) error {
	fmt.Fprintf(out, "%d games read: %d kept, %d already there, %d replaced, %d unreadable, %d failed; %d cut short, %d warnings\n",
		s.Read, s.Kept, s.AlreadyThere, s.Replaced, s.Unreadable, s.Failed, s.Cut, s.Warnings)
	if bad := s.Cut + s.Unreadable + s.Failed; bad > 0 {
		return fmt.Errorf("%d games could not be read to the end of their record", bad)
	}
	return nil
}
