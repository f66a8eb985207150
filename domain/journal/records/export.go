package records

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/record"
)

// Export makes a record of a game. Names are those of the players, by side, for
// a game that was played here; an imported record has its own. A game that has
// not started has no record: false.
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
		return w, true, nil // it tells no times
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
		w.Clocks = nil // the record that the game was made of told no times
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
