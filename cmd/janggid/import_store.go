package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/records"
)

// directImport takes records into a store without a server.
type directImport struct {
	at     storeAt
	tokens tokenOptions
	as     string
}

func (d *directImport) register(cmd *cobra.Command) {
	d.at.register(cmd)
	f := cmd.Flags()
	f.StringVar(&d.tokens.key, "token-key", "", "key of the server, where it is not in the data folder: ids follow from it")
	f.StringVar(&d.as, "as", "", "id of the player who imports: what they imported over HTTP under an external id is found again")
}

// importCache is how much memory the import has for games, in bytes: it rarely needs
// one again.
const importCache = 4 << 20

func (d *directImport) run(cmd *cobra.Command, o importOptions, files []string) (err error) {
	options := records.Options{
		Format: o.format, ImportedBy: d.as, At: game.InstantOf(time.Now()), Labels: o.labels, Players: o.players,
		ExternalIDTag: o.externalIDTag, Visibility: game.Public,
	}
	if o.unlisted {
		options.Visibility = game.Unlisted
	}
	key, err := d.tokens.ownKey(d.at)
	if err != nil {
		return err
	}
	store, err := d.at.open(cmd.Context(), toolLogger(cmd))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	j := journal.New(store, journal.Options{Key: key, CacheBytes: importCache})
	return importFiles(cmd, files, func(f recordFile, each func(records.Entry) error) (records.Summary, error) {
		file, err := f.open()
		if err != nil {
			return records.Summary{}, err
		}
		defer file.Close()
		options.File = f.name()
		return records.Import(cmd.Context(), j, file, options, each)
	})
}
