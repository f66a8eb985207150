package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// With so many events only what brings a game closer to its end is possible, so
// that nobody escapes a loss and nobody makes reading the history dearer.
func TestAFullHistoryTakesTurnsAndTheEnd(t *testing.T) {
	play := func(edits ...func(*State)) *State {
		s := playing(t, wholeDeom).play(t, "a4b4", "a7b7").state(t)
		s.Events = MaxEvents
		for _, edit := range edits {
			edit(s)
		}
		return s
	}
	offers := func(change func(*Offers)) func(*State) {
		return func(s *State) { s.change(func(t *talk) { change(&t.offers) }) }
	}
	takebackOffered := offers(func(o *Offers) { o.Takeback.offer(janggi.Han) })
	drawOffered := offers(func(o *Offers) { o.Draw.offer(janggi.Han) })
	tests := []struct {
		name string
		s    *State
		c    Command
		err  error
	}{
		{"takeback", play(), OfferTakeback{Player: ann}, EventLimit},
		{"accepted takeback", play(takebackOffered), AcceptTakeback{Player: ann, Past: make(PastClocks, 3)}, EventLimit},
		{"added time", play(), AddTime{Player: ann}, EventLimit},
		{"labels", play(), SetLabels{Labels: map[string]string{"a": "b"}}, EventLimit},
		{"declined takeback", play(takebackOffered), DeclineTakeback{Player: ann}, nil},
		{"offered draw", play(), OfferDraw{Player: ann}, nil},
		{"accepted draw", play(drawOffered), AcceptDraw{Player: ann}, nil},
		{"turn", play(), PlayMove{Player: ann, Text: "b4a4"}, nil},
		{"pass", play(), Pass{Player: ann}, nil},
		{"resignation", play(), Resign{Player: ann}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			events, err := Decide(tt.s, tt.c, tPlay)
			if err != tt.err || (len(events) == 0) != (tt.err != nil) {
				t.Errorf("%d events, %v, want %v", len(events), err, tt.err)
			}
			tt.s.Events = MaxEvents - 1
			if events, err := Decide(tt.s, tt.c, tPlay); err != nil || len(events) == 0 {
				t.Errorf("one event earlier: %d events, %v", len(events), err)
			}
		})
	}
	late := play()
	deadline, _ := late.Deadline()
	if events, err := Decide(late, OfferTakeback{Player: ben}, deadline.Add(OvertakeGraceMS)); len(events) != 2 || err != GameOver {
		t.Errorf("at the time-out: %v, %v", events, err)
	}
}
