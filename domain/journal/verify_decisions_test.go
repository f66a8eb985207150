package journal

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// Whose decision it was, and whether it was wise, is nobody's business.
func TestVerifyDoesNotJudgeDecisions(t *testing.T) {
	ended := func(reason janggi.EndReason, result janggi.Result) game.Ended {
		e := game.Ended{Evidence: []int{}, Ply: 3, Points: &game.BySide[janggi.Points]{Cho: 144, Han: 147}, Reason: reason, Result: result}
		if winner, ok := result.Winner(); ok {
			e.Winner = &winner
		}
		return e
	}
	for _, e := range []game.Ended{
		ended(janggi.EndAdjudication, janggi.ChoWins), ended(janggi.EndAdjudication, janggi.Draw), ended(janggi.EndAbandoned, janggi.HanWins),
	} {
		t.Run(e.Reason.String()+" "+e.Result.String(), func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			g := n.play(n.playing().ID, "a4b4", "a7b7", "pass")
			if _, err := n.append(t.Context(), g, []game.Event{e}, &Request{At: t0}, nil); err != nil {
				t.Fatal(err)
			}
			if err := Verify(t.Context(), store, g.ID); err != nil {
				t.Error(err)
			}
		})
	}
}

// In a game made of a record, the record says what the clocks showed and who
// won; the board, the points and what the rules of records decide are checked.
func TestVerifyTakesARecordAtItsWord(t *testing.T) {
	records := []struct {
		name   string
		record game.Import
		wrong  func(t *testing.T, r *eventstore.Recorded) // in the last event
		field  string
	}{
		{
			"won on time", game.Import{End: janggi.EndTime, Result: janggi.HanWins},
			replace(`"han":73.5`, `"han":72`), "data.points.han",
		},
		{
			"resigned", game.Import{End: janggi.EndResignation, Result: janggi.HanWins},
			replace(`"result":"han"`, `"result":"cho"`), "data.result",
		},
		{
			"adjudged", game.Import{End: janggi.EndAdjudication, Result: janggi.ChoWins},
			replace(`"ply":3`, `"ply":2`), "data.ply",
		},
	}
	for _, tt := range records {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			tt.record.Source = game.Source{Digest: "9f86d081", Format: "gib", Tags: []game.SourceTag{}, Turns: 3}
			tt.record.Seats = game.Seats{{Kind: game.Recorded}, {ID: ben, Kind: game.Human}}
			tt.record.Visibility, tt.record.TimeControl = game.Public, game.TimeControl{Type: game.Fischer, InitialMS: 60_000}
			tt.record.Setups = &[2]janggi.Setup{janggi.HEEH, janggi.HEEH}
			tt.record.Turns = []game.ImportedTurn{
				{Move: janggi.NewMove(27, 28), SpentMS: 70_000}, {Move: janggi.Pass, Clocks: &game.Clocks{{RemainingMS: 1}, {RemainingMS: 2}}}, {Move: janggi.NewMove(28, 27)},
			}
			events, err := game.Decide(&game.State{}, tt.record, t0)
			if err != nil {
				t.Fatal(err)
			}
			g, err := n.append(t.Context(), &Game{ID: uuid.NewString()}, events, &Request{At: t0}, nil)
			if err != nil {
				t.Fatal(err)
			}
			history := stored(t, store, "game-"+g.ID)
			if err := verifyEvents(t, history); err != nil {
				t.Fatal(err)
			}
			tt.wrong(t, &history[len(history)-1])
			if d, ok := errors.AsType[*Discrepancy](verifyEvents(t, history)); !ok || d.Field != tt.field {
				t.Errorf("got %v, want %s", d, tt.field)
			}
		})
	}
}
