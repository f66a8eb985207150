package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/proof"
)

type verifyOptions struct {
	at     storeAt
	game   string
	keys   string
	engine bool
}

func newVerify() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify [FILE...]",
		Short: "Check stored or downloaded histories, fact by fact",
		Long: `Work out every fact in a history again: hashes, legality, captures, checks,
clocks, points and results. The exit status is 3 where one of them differs or the
store is damaged, and 4 where streams were deleted or cut with other tools but all
others are as they should be.

Without a FILE, all games of a store are checked, and each that differs is named;
the server may be running. With --engine the turns and setups of computers are
searched again, but for those of other versions of the engine.

With FILEs, histories that were downloaded are checked, and no server is asked:
what GET /v1/games/ID/events answers, or several pages of it one after the other,
or the events as NDJSON (with --game). A proof in the file, or a file's text with
the answer of GET /v1/games/ID/proof after it, is checked with the keys in --keys:
what GET /v1/keys of the server answers. Without --keys the key in the proof
itself is used, which tells that nothing was damaged, but not who signed it.`,
		RunE: func(cmd *cobra.Command, files []string) error {
			switch {
			case len(files) == 0 && o.engine:
				return errors.Join(verifyStore(cmd, o.at), verifyEngine(cmd, o.at))
			case len(files) == 0:
				return verifyStore(cmd, o.at)
			case o.engine:
				return wrongUsage(errors.New("--engine checks a store, no FILE"))
			}
			return verifyFiles(cmd, o, files)
		},
	}
	o.at.register(cmd)
	cmd.Flags().StringVar(&o.game, "game", "", "id of the game, for files that hold events alone")
	cmd.Flags().BoolVar(&o.engine, "engine", false, "search the computers' turns again too; takes as long as they did")
	cmd.Flags().StringVar(&o.keys, "keys", "", "file with the server's keys (JWK set)")
	return cmd
}

// verifyStore checks everything in a store.
func verifyStore(cmd *cobra.Command, at storeAt) (err error) {
	if file, ok := strings.CutPrefix(at.address(), "sqlite:"); ok {
		if err := verifyFileOf(cmd, at, file); err != nil {
			return err
		}
	}
	store, err := at.openToRead(cmd.Context(), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	bar := newProgress(cmd, "events", unknown)
	var done journal.Verified
	err = journal.VerifyAll(cmd.Context(), store, func(v journal.Verified) {
		done = v
		if v.Discrepancy != nil {
			bar.clear()
			fmt.Fprintln(cmd.OutOrStdout(), v.Discrepancy)
		}
		if v.Reason != "" {
			bar.clear()
			fmt.Fprintln(cmd.OutOrStdout(), v.Reason)
		}
		bar.at(int64(v.Position), int64(v.Head))
	})
	bar.finish()
	if done.Different > 0 {
		differ := withStatus(exitDamaged, fmt.Errorf("%d of %d streams are not as they should be", done.Different, done.Streams))
		if _, first := errors.AsType[*journal.Discrepancy](err); !first {
			return errors.Join(differ, err) // what else is wrong was not found
		}
		return differ
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d streams are as they should be\n", done.Streams-done.Gone)
	return leftOut(done.Gone, "streams")
}

func verifyFiles(cmd *cobra.Command, o verifyOptions, files []string) error {
	keys, err := readKeys(o.keys)
	if err != nil {
		return err
	}
	bad, status := 0, exitFailure
	for _, file := range files {
		line, err := verifyFile(file, o.game, keys)
		if err != nil {
			line = err.Error()
			bad++
			if _, unread := errors.AsType[*fs.PathError](err); !unread {
				status = exitDamaged
			}
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", file, line)
	}
	if bad > 0 {
		return withStatus(status, fmt.Errorf("%d of %d histories are not as they should be", bad, len(files)))
	}
	return nil
}

// readKeys reads a JWK set; nil for no file.
func readKeys(file string) (*proof.JWKSet, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var keys proof.JWKSet
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, fmt.Errorf("%s: not a JWK set: %w", file, err)
	}
	return &keys, nil
}

// verifyFile checks a history and tells what was found good.
func verifyFile(file, gameID string, keys *proof.JWKSet) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var g *journal.Game
	history, err := journal.ReadPublicHistory(text, gameID)
	if err == nil {
		g, err = history.Check()
	}
	if _, malformed := errors.AsType[*journal.MalformedError](err); malformed {
		return "", fmt.Errorf("%w (a FILE is what GET /v1/games/ID/events answers)", err)
	}
	if err != nil {
		return "", err
	}
	good := fmt.Sprintf("game %s, %d events until %s, digest %s", g.ID, g.Revision+1, g.State.UpdatedAt.Time().Format(time.RFC3339), g.Digest())
	if history.Proof == nil {
		if keys != nil {
			return "", errors.New("there is no proof to check with the keys")
		}
		return good + ", no proof", nil
	}
	signed, err := verifySignature(*history.Proof, keys)
	return good + ", " + signed, err
}

func verifySignature(p proof.Proof, keys *proof.JWKSet) (string, error) {
	told := "signed by " + p.KeyID
	candidates := []proof.JWK{p.Key}
	if keys != nil {
		candidates = keys.Keys
	} else {
		told += " (key taken from the proof itself)"
	}
	err := proof.ErrOtherKey
	for _, k := range candidates {
		key, bad := k.PublicKey()
		if bad != nil {
			continue // a set may hold keys of other sorts
		}
		if err = p.Verify(key); !errors.Is(err, proof.ErrOtherKey) {
			break
		}
	}
	return told, err
}
