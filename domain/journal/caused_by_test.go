package journal

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore/memory"
)

// causes are the sides that a game's stored events name, with their types.
func causes(t *testing.T, store *memory.Store, id string) []string {
	t.Helper()
	var sides []string
	for _, r := range stored(t, store, "game-"+id) {
		m, err := decodeMetadata(r.Metadata)
		if err != nil {
			t.Fatal(err)
		}
		side := "nobody"
		if m.Side != nil {
			side = m.Side.String()
		}
		sides = append(sides, r.Type+" "+side)
	}
	return sides
}

func TestEveryEventNamesTheSideOfItsCause(t *testing.T) {
	asHan := func(c *game.Create) { c.Side = janggi.Han }
	self := func(c *game.Create) { c.Opponent = game.OpponentSelf }
	custom := func(c *game.Create) { c.StartFEN = "4k4/9/9/9/4p4/9/9/9/4R4/3K5 w - - 0 1" }
	day := game.Instant(game.WaitingLimitMS)
	tests := []struct {
		name string
		edit func(*game.Create)
		play func(n node, id string)
		want []string
	}{
		{"setups, a turn, a resignation", func(*game.Create) {}, func(n node, id string) {
			n.must(id, game.Join{Player: ben})
			n.must(id, game.ChooseSetup{Player: ben})
			n.must(id, game.ChooseSetup{Player: ann})
			n.play(id, "pass")
			n.must(id, game.Resign{Player: ann})
		}, []string{"GameCreated cho", "PlayerJoined han", "SetupChosen han", "SetupChosen cho", "GameStarted cho", "TurnPassed cho", "PlayerResigned cho", "GameEnded cho"}},
		{"time-outs, whoever made them known", func(*game.Create) {}, func(n node, id string) {
			n.must(id, game.Join{Player: ben})
			n.must(id, game.Expire{}, at(t0.Add(92_000)))
			n.ask(id, game.ChooseSetup{Player: ann}, at(t0.Add(182_000)))
			n.ask(id, game.Pass{Player: ann}, at(t0.Add(272_000)))
		}, []string{"GameCreated cho", "PlayerJoined han", "SetupChosen nobody", "SetupChosen nobody", "GameStarted nobody", "TimeExpired nobody", "GameEnded nobody"}},
		{"a custom start by who joined", custom, func(n node, id string) {
			n.must(id, game.Join{Player: ben})
			n.must(id, game.Abort{Player: ann})
		}, []string{"GameCreated cho", "PlayerJoined han", "GameStarted han", "GameEnded cho"}},
		{"an abort while waiting", asHan, func(n node, id string) {
			n.must(id, game.Abort{Player: ann})
		}, []string{"GameCreated han", "GameEnded han"}},
		{"nobody came for a day", asHan, func(n node, id string) {
			n.ask(id, game.Abort{Player: ann}, at(t0+day))
		}, []string{"GameCreated han", "GameEnded nobody"}},
		{"both sides by one player", self, func(n node, id string) {
			n.must(id, game.ChooseSetup{Player: ann})
			n.must(id, game.ChooseSetup{Player: ann})
			n.play(id, "pass", "pass")
		}, []string{"GameCreated nobody", "SetupChosen han", "SetupChosen cho", "GameStarted cho", "TurnPassed cho", "TurnPassed han", "GameEnded han"}},
		{"against a computer", func(c *game.Create) {
			c.Opponent, c.Against, c.Side = game.OpponentComputer, player.ComputerID(1), janggi.Han
		}, func(n node, id string) {
			n.must(id, game.ChooseSetup{Player: ann})
			n.must(id, game.ChooseSetup{Player: player.ComputerID(1), Engine: 1})
			n.must(id, game.PlayMove{Player: player.ComputerID(1), Text: "pass", Search: &game.Search{Engine: 1, Nodes: 9}})
			n.play(id, "a7b7")
			n.must(id, game.OfferTakeback{Player: ann})
			n.must(id, game.Resign{Player: ann})
			n.must(id, game.OfferRematch{Player: ann, Game: "next"})
		}, []string{"GameCreated han", "SetupChosen han", "SetupChosen cho", "GameStarted cho", "TurnPassed cho", "MovePlayed han", "TakebackOffered han", "TurnsTakenBack cho", "PlayerResigned han", "GameEnded han", "GameRematched han"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			g := n.waiting(tt.edit)
			tt.play(n, g.ID)
			if got := causes(t, store, g.ID); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}
