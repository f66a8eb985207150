package memory_test

import (
	"testing"

	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/eventstore/storetest"
)

func TestLaws(t *testing.T) {
	storetest.Run(t, storetest.Harness{
		Prefixes: []string{"game-", "player-"},
		Open: func(t *testing.T) storetest.Opened {
			store := memory.New()
			t.Cleanup(func() { store.Close() })
			return storetest.Opened{Store: store}
		},
	})
}
