package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/eventstore/sqlite"
	"github.com/janggid/janggid/projections"
)

// verifyFileOf checks the file of an embedded store, whatever its events say: it
// prints what is damaged and what is whole.
func verifyFileOf(cmd *cobra.Command, at storeAt, file string) error {
	known := projections.Folded(at.readModel()) // before the store, which is never behind
	if at.url != "" {
		known = 0 // the data folder may be another store's
	}
	if info, err := os.Stat(file); known > 0 && (errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0) {
		return orAccept(emptied(file, known))
	}
	bar := newProgress(cmd, "events", unknown)
	report, err := sqlite.Check(cmd.Context(), file, bar.at)
	bar.finish()
	if errors.Is(err, sqlite.ErrForeign) {
		return withStatus(exitDamaged, err)
	}
	if err != nil {
		return err
	}
	if len(report.Findings) == 0 && known > report.Last {
		report.Findings = append(report.Findings, fmt.Sprintf("%v: the read models in %s were made from events up to %d, and the last is %d",
			sqlite.ErrIncomplete, at.data, known, report.Last))
	}
	out := cmd.OutOrStdout()
	for _, stream := range report.Deleted {
		fmt.Fprintf(out, "deleted with another tool: stream %s\n", stream)
	}
	if report.Unprotected > 0 {
		fmt.Fprintf(out, "%d events have no checksum yet: an older janggid wrote them. Opening the store once for writing, as janggid serve does, gives them one\n", report.Unprotected)
	}
	if len(report.Findings) == 0 {
		return nil
	}
	for _, finding := range report.Findings {
		fmt.Fprintf(out, "damaged: %s\n", finding)
	}
	for _, stream := range report.Damaged {
		fmt.Fprintf(out, "not whole: stream %s\n", stream)
	}
	fmt.Fprintf(out, "%d events are as they were written; %d streams are whole, %d are not\n", report.Events, report.Whole, len(report.Damaged))
	return withStatus(exitDamaged, fmt.Errorf("%s is damaged", file))
}
