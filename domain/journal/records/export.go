package records

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/record"
)

// Export returns the record of a game. names are the players' names by side; an
// imported record has its own. It returns false for a game that has not
// started.
func Export(ctx context.Context, j *journal.Journal, g *journal.Game, names [2]string) (*record.Written, bool, error) {
	s := &g.State
	if !s.Started {
		return nil, false, nil
	}
	w := &record.Written{
		ID: g.ID, Players: names, Game: s.Game, Preset: s.Ruleset.Preset, TimeControl: s.TimeControl, Outcome: s.Outcome,
	}
	if s.Source == nil {
		w.Date = s.CreatedAt.Time().Format("2006.01.02")
	} else {
		source, err := j.Source(ctx, g)
		if err != nil {
			return nil, false, err
		}
		w.ExternalID = source.ExternalID
		for _, tag := range source.Tags {
			w.Tags = append(w.Tags, record.Tag{Name: tag.Name, Value: tag.Value})
		}
		for _, c := range source.Comments {
			w.Comments = append(w.Comments, record.Comment{Ply: c.Ply, Text: c.Text})
		}
	}
	if s.Source != nil && s.Source.Format == string(record.UCI) {
		return w, true, nil // it has no times
	}
	told := s.Source == nil || s.TimeControl.Type != game.Unlimited
	turns, err := j.Played(ctx, g)
	if err != nil {
		return nil, false, err
	}
	for _, turn := range turns {
		c := clockOf(turn, s.TimeControl.Type)
		told = told || c.Spent != nil && *c.Spent > 0
		w.Clocks = append(w.Clocks, c)
	}
	if !told {
		w.Clocks = nil // the imported record had no times
	}
	return w, true, nil
}

func clockOf(turn journal.Played, tc game.TimeControlType) (c record.Clock) {
	_, spent, clock := turn.Clock()
	c.Spent = &spent
	if tc != game.Unlimited {
		c.Remaining, c.PeriodsLeft = &clock.RemainingMS, clock.PeriodsLeft
	}
	return c
}
