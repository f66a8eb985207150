// Package storetest states the laws of package eventstore as separately named
// tests. Every store must pass them, also under the race detector.
//
// A test of a store is a few lines:
//
//	func TestLaws(t *testing.T) {
//		storetest.Run(t, storetest.Harness{Open: func(t *testing.T) storetest.Opened {
//			store := memory.New()
//			t.Cleanup(func() { store.Close() })
//			return storetest.Opened{Store: store}
//		}})
//	}
//
// The store may contain other events and receive more during a test: tests look
// only at their own streams, whose names never repeat.
package storetest

import (
	"testing"

	"github.com/janggid/janggid/eventstore"
)

// Harness says how to get at a store. Only Open is necessary.
type Harness struct {
	// Open gives the store for one test, and cleans it up at the test's end.
	Open func(t *testing.T) Opened

	// Prefixes of the streams' names, all of which are used; default "game-".
	Prefixes []string
}

// Opened is the store of one test.
type Opened struct {
	Store eventstore.Store

	// Reopen, if supported, reopens the data of the closed Store as a new
	// process would. The harness closes it at the end of the test.
	Reopen func(t *testing.T) eventstore.Store

	// Drop, if it can be done, cuts the connections of all subscriptions that
	// run now. It may be called from any goroutine.
	Drop func()
}

// law is one test of the suite.
type law struct {
	name string
	test func(f *fixture)
}

// Run tests a store against every law.
func Run(t *testing.T, h Harness) {
	groups := []struct {
		name string
		laws []law
	}{
		{"append", appendLaws},
		{"retry", retryLaws},
		{"race", raceLaws},
		{"read", readLaws},
		{"subscribe", subscribeLaws},
		{"resume", resumeLaws},
		{"other history", otherHistoryLaws},
		{"close", closeLaws},
		{"history", historyLaws},
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) {
			for _, l := range g.laws {
				t.Run(l.name, func(t *testing.T) { l.test(newFixture(t, h)) })
			}
		})
	}
}
