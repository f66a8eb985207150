package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/janggid/janggid/domain/journal/records"
)

// reportEntry prints the result of importing a record.
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
