package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
)

// importOptions say what games are made of the records, wherever that happens.
type importOptions struct {
	format        record.Format // "": detected, file by file
	labels        map[string]string
	players       map[string]string // ids by the names in the records
	externalIDTag string
	unlisted      bool
}

// importInto takes the games of one file in.
type importInto func(f recordFile, each func(records.Entry) error) (records.Summary, error)

func newImport() *cobra.Command {
	var o importOptions
	var through serverImport
	var direct directImport
	var format string
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import game records, through a server or into a store",
		Long: `Import the games of files: Korean records (.gib, CP949 or UTF-8), PGN, UCI move
lists or this server's JSON.

With --store or --data they go into that store; its server must not be running,
unless the store is a cluster. Else they go to the server at --server, in the name
of the player of --token, or of a new guest.

Games imported before are found again by what is in them, or by their
--external-id-tag; such ids are the importer's own, so that those of a new guest
are found by nobody.

A game whose record leaves the rules ends at that move; the others go on. Every
game is reported on a line, and the exit status is 1 unless all were read whole.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) (err error) {
			if format != "" {
				if o.format, err = record.ParseFormat(format); err != nil {
					return wrongUsage(fmt.Errorf("--format: %w", err))
				}
			}
			if importsDirectly(cmd) {
				if err := refuseFlags(cmd, "goes to a server, and --store and --data to none", "token"); err != nil {
					return err
				}
				return direct.run(cmd, o, files)
			}
			if err := refuseFlags(cmd, "is for an import into a store: name one with --store or --data, and no --server", "store", "data", "as", "token-key"); err != nil {
				return err
			}
			return through.run(cmd, o, files)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "", "gib, pgn, uci or json (default: detected, file by file)")
	f.StringToStringVar(&o.labels, "label", nil, "label for every game, key=value")
	f.StringToStringVar(&o.players, "player", nil, "id of a player by the name in the records, name=id")
	f.StringVar(&o.externalIDTag, "external-id-tag", "", "tag that has your id of each game; another record under the same id replaces the game")
	f.BoolVar(&o.unlisted, "unlisted", false, "keep the games out of lists")
	through.register(cmd)
	direct.register(cmd)
	return cmd
}

// importsDirectly reports whether an import goes into a store. The command line
// says so; what it leaves open, the environment may.
func importsDirectly(cmd *cobra.Command) bool {
	for _, given := range []func(name string) bool{
		func(name string) bool { return onCommandLine(cmd, name) },
		cmd.Flags().Changed,
	} {
		switch {
		case given("server"):
			return false
		case given("store"), given("data"):
			return true
		}
	}
	return false
}

// refuseFlags refuses those of some flags that are on the command line and would
// be of no effect.
func refuseFlags(cmd *cobra.Command, why string, names ...string) error {
	for _, name := range names {
		if onCommandLine(cmd, name) {
			return wrongUsage(fmt.Errorf("--%s %s", name, why))
		}
	}
	return nil
}

// recordFile is a file of records.
type recordFile struct {
	path string
	size int64 // in bytes; unknown for what is no regular file
	bar  progress
}

// name is what stands in the source of its games.
func (f recordFile) name() string { return strings.ToValidUTF8(filepath.Base(f.path), "\uFFFD") }

// open opens the file for reading, of which is told.
func (f recordFile) open() (io.ReadCloser, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	return countedFile{file: file, bar: f.bar}, nil
}

// countedFile tells of what is read.
type countedFile struct {
	file *os.File
	bar  progress
}

func (f countedFile) Read(b []byte) (int, error) {
	n, err := f.file.Read(b)
	f.bar.add(n)
	return n, err
}

func (f countedFile) Close() error { return f.file.Close() }

// importFiles takes the games of files in, one file after the other, and reports
// on each game. Progress is told in bytes, which alone are known beforehand.
func importFiles(cmd *cobra.Command, files []string, into importInto) error {
	var total records.Summary
	bar := newProgress(cmd, "bytes", sizeOf(files))
	for _, path := range files {
		file := recordFile{path: path, size: sizeOf([]string{path}), bar: bar}
		summary, err := into(file, func(e records.Entry) error {
			bar.clear()
			return reportEntry(cmd.OutOrStdout(), path, e)
		})
		total.Add(summary)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	bar.finish()
	return reportTotal(cmd.OutOrStdout(), total)
}

// sizeOf is the size of files in all; unknown if any is no regular file.
func sizeOf(files []string) (total int64) {
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return unknown
		}
		total += info.Size()
	}
	return total
}
