package pairing

import (
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

func TestDecide(t *testing.T) {
	pair := Made{"a", "g", "b"}
	until := t0.Add(WaitMS)
	seeks := func(id, player string, until game.Instant) Event { return Sought{ID: id, Player: player, Until: until} }
	ben := Enter{ID: "b", Player: "ben", Game: "g"}
	keyed, has, han := ben, ben, ben
	keyed.Keyed, has.Has, han.Side = true, "a", janggi.Han
	keyedHas := keyed
	keyedHas.Has = "a"
	for _, c := range []struct {
		name  string
		pool  *Pool
		enter Enter
		at    game.Instant
		seek  string
		want  []Event
	}{
		{"nobody waits", line(), ben, t0, "b", []Event{seeks("b", "ben", until)}},
		{"somebody waits", line(sought("a", "ann")), ben, t0, "b", []Event{seeks("b", "ben", until), Made{"b", "g", "a"}}},
		{"lots were drawn for Han", line(sought("a", "ann")), han, t0, "b", []Event{seeks("b", "ben", until), pair}},
		{"the first of two", line(sought("a", "ann"), sought("c", "cho")), ben, t0, "b", []Event{seeks("b", "ben", until), Made{"b", "g", "a"}}},
		{"a wish that was withdrawn", line(sought("a", "ann"), Withdrawn{ID: "a"}), ben, t0, "b", []Event{seeks("b", "ben", until)}},
		{"a millisecond before it lapses", line(sought("a", "ann")), ben, until - 1, "b", []Event{seeks("b", "ben", until.Add(WaitMS-1)), Made{"b", "g", "a"}}},
		{"a wish that has lapsed", line(sought("a", "ann")), ben, until, "b", []Event{seeks("b", "ben", until.Add(WaitMS))}},
		{"a pair", line(sought("a", "ann"), sought("c", "cho"), Made{"a", "g", "c"}), ben, t0, "b", []Event{seeks("b", "ben", until)}},
		{"the player waits already", line(sought("a", "ben")), ben, t0, "a", nil},
		{"the player waits already, and the request has a key", line(sought("a", "ben")), keyed, t0, "a", []Event{Repeated{"b", "a"}}},
		{"the same key again", line(sought("a", "ben"), Repeated{"b", "a"}), keyed, t0, "a", nil},
		{"the same key again, when it has led to a game", line(sought("a", "ben"), Repeated{"b", "a"}, sought("c", "cho"), Made{"c", "g", "a"}), keyed, until, "a", nil},
		{"the player has a game that is not under way", line(sought("a", "ben"), sought("c", "cho"), Made{"c", "g", "a"}, sought("d", "dan")), has, t0, "a", nil},
		{"so they have, and the request has a key", line(sought("a", "ben"), sought("c", "cho"), Made{"c", "g", "a"}), keyedHas, t0, "a", []Event{Repeated{"b", "a"}}},
		{"the player waits already, and this wish has lapsed", line(Sought{ID: "b", Player: "ben", Until: t0}, sought("a", "ben")), keyed, t0, "a", []Event{Repeated{"b", "a"}}},
		{"again, and soon", line(sought("b", "ben")), ben, t0 + WaitMS/2, "b", nil},
		{"again, and later", line(sought("b", "ben")), ben, t0 + WaitMS/2 + 1, "b", []Event{seeks("b", "ben", until.Add(WaitMS/2+1))}},
		{"again, when it has lapsed", line(sought("b", "ben")), ben, until, "b", []Event{seeks("b", "ben", until.Add(WaitMS))}},
		{"again, when it has led to a game", line(sought("a", "ann"), sought("b", "ben"), pair), ben, until, "b", nil},
		{"again, when it is withdrawn", line(sought("b", "ben"), Withdrawn{ID: "b"}), ben, t0, "b", nil},
		{
			"both players wait twice, as an earlier version let them", line(sought("a", "ann"), sought("c", "ben"), sought("d", "ann"), sought("b", "ben")), ben, t0, "b",
			[]Event{Withdrawn{ID: "c"}, Withdrawn{ID: "d"}, Made{"b", "g", "a"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if seek, events := c.pool.Enter(c.enter, c.at); seek != c.seek || !slices.Equal(events, c.want) {
				t.Errorf("%s %+v, want %s %+v", seek, events, c.seek, c.want)
			}
		})
	}
}

func TestRenew(t *testing.T) {
	hungUp := Withdrawn{HungUp: true, ID: "b"}
	again := Sought{ID: "b", Player: "ben", Until: t0.Add(WaitMS)}
	for _, c := range []struct {
		name  string
		pool  *Pool
		holds bool
		at    game.Instant
		want  []Event
	}{
		{"one that waits, soon", line(sought("b", "ben")), false, t0, nil},
		{"one that waits, where somebody came", line(sought("b", "ben"), sought("a", "ann")), false, t0, []Event{Made{"b", "g", "a"}}},
		{"one that has lapsed", line(sought("b", "ben")), true, t0.Add(WaitMS), nil},
		{"one that others hung up on", line(sought("b", "ben"), hungUp), true, t0, []Event{again}},
		{"one that everybody hung up on", line(sought("b", "ben"), hungUp), false, t0, nil},
		{"one that was withdrawn", line(sought("b", "ben"), Withdrawn{ID: "b"}), true, t0, nil},
		{"one that was withdrawn after that", line(sought("b", "ben"), hungUp, Withdrawn{ID: "b"}), true, t0, nil},
		{"one that others hung up on, when the player waits anew", line(sought("b", "ben"), hungUp, sought("c", "ben")), true, t0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if events := c.pool.Renew(Enter{ID: "b", Game: "g"}, c.holds, c.at); !slices.Equal(events, c.want) {
				t.Errorf("%+v, want %+v", events, c.want)
			}
		})
	}
}

func TestAWishThatIsTakenUpAgainWaits(t *testing.T) {
	s := line(sought("b", "ben"), Withdrawn{HungUp: true, ID: "b"})
	if s.Seek("b").Waiting(t0) {
		t.Error("it waits though it was withdrawn")
	}
	s.Apply(sought("b", "ben"))
	if !s.Seek("b").Waiting(t0) {
		t.Error("it does not wait")
	}
}
