package game

import "maps"

// SetLabels replaces a game's labels, also after its end: an organiser's
// command.
type SetLabels struct{ Labels map[string]string }

func (c SetLabels) decide(s *State, _ Instant) ([]Event, error) {
	if maps.Equal(s.Labels, c.Labels) {
		return nil, nil
	}
	labels := c.Labels
	if labels == nil {
		labels = map[string]string{}
	}
	return []Event{LabelsSet{Labels: labels}}, nil
}
