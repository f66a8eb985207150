package eventstore

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
)

func TestMarksKeepTheLastOfDifferentStreams(t *testing.T) {
	mark := func(stream string, revision uint64) Mark { return Mark{stream, revision, uuid.New()} }
	m := NewMarks("game-")
	var games []Mark
	for i := range uint64(3 * marksKept) {
		game := mark(fmt.Sprint("game-", i), i)
		games = append(games, game)
		m.Add(game)
		m.Add(mark("player-1", i))
	}
	again := mark(games[len(games)-2].Stream, 50)
	m.Add(again)
	all := m.All()
	want := []Mark{again, games[len(games)-1], games[len(games)-3], games[len(games)-4]}
	if len(all) != marksKept+1 || !slices.Equal(all[:marksKept], want) || all[marksKept].Stream != "player-1" || all[marksKept].Revision != 3*marksKept-1 {
		t.Errorf("kept %v, want %v and the last of player-1", all, want)
	}
	if again := NewMarks("game-", all...).All(); !slices.Equal(again, all) {
		t.Errorf("made of its marks it gives %v, want %v", again, all)
	}
	m.Forget(again.Stream)
	if got := m.All(); !slices.Equal(got, all[1:]) {
		t.Errorf("with one forgotten: %v", got)
	}
}
