package record

import (
	"encoding/json"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// writeJSON writes an object on a line.
func (w *Written) writeJSON(out *strings.Builder) error {
	d := document{ID: w.ID, ExternalID: w.ExternalID, Moves: []string{}}
	for _, tag := range w.Tags {
		d.Tags = append(d.Tags, game.SourceTag{Name: tag.Name, Value: tag.Value})
	}
	about := w.about()
	if about.Date != "" && aboutGame(w.Tags).Date == "" {
		d.Tags = append(d.Tags, game.SourceTag{Name: tagNames.date[len(tagNames.date)-1], Value: about.Date})
	}
	names := about.Players
	d.Players = &game.BySide[*named]{Cho: &named{names[janggi.Cho]}, Han: &named{names[janggi.Han]}}
	start := w.Game.Start()
	if setups := setupsOf(&start); setups != nil {
		d.Setups = &game.BySide[*janggi.Setup]{Cho: &setups[janggi.Cho], Han: &setups[janggi.Han]}
	} else {
		fen := start.FEN()
		d.StartFEN = &fen
	}
	if err := d.writeRuleset(w); err != nil {
		return err
	}
	if w.TimeControl.Type != "" {
		d.TimeControl = &w.TimeControl
	}
	for _, m := range w.Game.Moves() {
		d.Moves = append(d.Moves, m.String())
	}
	for _, c := range w.Clocks {
		d.TurnClocks = append(d.TurnClocks, turnClock{SpentMS: c.Spent, RemainingMS: c.Remaining, PeriodsLeft: c.PeriodsLeft})
	}
	for _, c := range w.Comments {
		d.Comments = append(d.Comments, game.SourceComment{Ply: c.Ply, Text: c.Text})
	}
	if w.Outcome != nil {
		d.Outcome = &ending{Reason: w.Outcome.Reason, Result: w.Outcome.Result}
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}
