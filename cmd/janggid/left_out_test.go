package main

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// troubled is a store with games that have started: one whole, one that holds a
// foreign event, one deleted, one deleted and in part scavenged, one tombstoned,
// one cut, one written to after it was deleted. Other programs' streams have
// names that begin alike.
type troubled struct {
	server                                            *esdbtest.Server
	whole, foreign, deleted, partly, stone, cut, born string // ids
	cho, han                                          string // tokens
}

func newTroubled(t *testing.T) troubled {
	t.Helper()
	s := troubled{server: esdbtest.New(t)}
	n := startNodes(t, s.server.ConnectionString(), 1)
	for _, id := range []*string{&s.whole, &s.foreign, &s.deleted, &s.partly, &s.stone, &s.cut, &s.born} {
		g, _ := newTable(t, n, `{}`)
		*id, s.cho, s.han = strings.TrimPrefix(g.path, "/v1/games/"), g.cho, g.han
	}
	s.trouble()
	return s
}

// gone are the games that are.
func (s troubled) gone() []string {
	return []string{s.deleted, s.partly, s.stone, s.cut, s.born}
}

// trouble makes of whole games what they are to be.
func (s troubled) trouble() {
	s.server.Write("game-lobby42", 2)
	s.server.Write("player-Özil", 2)
	s.server.Write("game-"+s.foreign, 1)
	s.server.Remove("game-"+s.deleted, false)
	s.server.Remove("game-"+s.partly, false)
	s.server.ScavengePartly("game-"+s.partly, 0, 1)
	s.server.Remove("game-"+s.stone, true)
	s.server.Cut("game-"+s.cut, 2)
	s.server.Remove("game-"+s.born, false)
	s.server.WriteToDeleted("game-"+s.born, 1)
}

// TestToolsGoThroughEverything has one tool after the other meet streams that are
// gone, damaged, or not ours: each does what can be done, names what it left out,
// and ends with a status that says so.
func TestToolsGoThroughEverything(t *testing.T) {
	s := newTroubled(t)
	url := s.server.ConnectionString()
	named := func(t *testing.T, said, line string, ids ...string) {
		t.Helper()
		lines := slices.DeleteFunc(strings.Split(said, "\n"), func(l string) bool { return !strings.Contains(l, line) })
		if len(lines) != len(ids) {
			t.Errorf("%d lines say %q, want %d:\n%s", len(lines), line, len(ids), said)
		}
		for _, id := range ids {
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, id) }) {
				t.Errorf("no line that says %q names %s:\n%s", line, id, said)
			}
		}
		if strings.Contains(said, "lobby42") || strings.Contains(said, "Özil") {
			t.Errorf("another program's stream is named:\n%s", said)
		}
	}
	t.Run("copy", func(t *testing.T) {
		to := "sqlite:" + filepath.Join(t.TempDir(), "copy.db")
		for range 2 { // again, it finds what it did
			said, status := tool(t, "copy", "--from", url, "--to", to)
			if status != exitLeftOut {
				t.Errorf("status %d:\n%s", status, said)
			}
			named(t, said, "left out: game-", s.gone()...)
		}
		for _, e := range everything(t, to) {
			if slices.ContainsFunc(s.gone(), func(id string) bool { return strings.Contains(e, "game-"+id) }) || strings.HasPrefix(e, "game-lobby42") {
				t.Errorf("copied: %s", e)
			}
		}
		said, status := tool(t, "verify", "--store", to)
		if status != exitDamaged {
			t.Errorf("verify of the copy: status %d", status)
		}
		named(t, said, "game-"+s.foreign+" revision", s.foreign)
		named(t, said, "gone: game-")
	})
	t.Run("verify", func(t *testing.T) {
		said, status := tool(t, "verify", "--store", url)
		if status != exitDamaged {
			t.Errorf("status %d:\n%s", status, said)
		}
		named(t, said, "gone: game-", s.gone()...)
		named(t, said, "game-"+s.foreign+" revision", s.foreign)
	})
	t.Run("export", func(t *testing.T) {
		said, err := command(t.Context(), "export", "--store", url, "--format", "json")
		if status := exitStatus(err); status != exitLeftOut {
			t.Errorf("status %d:\n%s", status, said)
		}
		named(t, said, "left out: game ", append(s.gone(), s.foreign)...)
		if !strings.Contains(said, "1 games written") {
			t.Errorf("said\n%s", said)
		}
		if said, status := tool(t, "export", "--store", url, "--format", "json", s.whole); status != exitOK {
			t.Errorf("the whole game: status %d:\n%s", status, said)
		}
	})
	t.Run("rebuild", func(t *testing.T) {
		data := t.TempDir()
		if said, status := tool(t, "rebuild", "--store", url, "--data", data); status != exitOK {
			t.Fatalf("status %d:\n%s", status, said)
		}
		o := nodeOptions(t, url)
		o.data = data
		base, _ := start(t, o)
		if got := node(base).listed(t, ""); !slices.Equal(got, []string{s.whole}) {
			t.Errorf("a node with these read models lists %v, want %s", got, s.whole)
		}
	})
}

// TestVerifyTellsGoneStreamsFromDamage has streams that are gone alone.
func TestVerifyTellsGoneStreamsFromDamage(t *testing.T) {
	server := esdbtest.New(t)
	n := startNodes(t, server.ConnectionString(), 1)
	g, _ := newTable(t, n, `{}`)
	newTable(t, n, `{}`)
	server.Remove("game-"+strings.TrimPrefix(g.path, "/v1/games/"), false)
	said, status := tool(t, "verify", "--store", server.ConnectionString())
	if status != exitLeftOut || !strings.Contains(said, "gone: game-") {
		t.Errorf("status %d:\n%s", status, said)
	}
}

// TestACopyKeepsWhatItHasOfAGameThatIsGone copies, deletes in the source, and
// copies again.
func TestACopyKeepsWhatItHasOfAGameThatIsGone(t *testing.T) {
	server := esdbtest.New(t)
	n := startNodes(t, server.ConnectionString(), 1)
	g, _ := newTable(t, n, `{}`)
	url, to := server.ConnectionString(), "sqlite:"+filepath.Join(t.TempDir(), "copy.db")
	if said, status := tool(t, "copy", "--from", url, "--to", to); status != exitOK {
		t.Fatalf("status %d:\n%s", status, said)
	}
	stream := "game-" + strings.TrimPrefix(g.path, "/v1/games/")
	server.Remove(stream, false)
	server.Scavenge()
	later := n[0].send(t, request{path: "/v1/games", token: g.cho}, http.StatusCreated).game
	said, status := tool(t, "copy", "--from", url, "--to", to)
	if status != exitLeftOut || !strings.Contains(said, "left out: "+stream) || !strings.Contains(said, "5 events from an earlier copy stay") {
		t.Errorf("status %d:\n%s", status, said)
	}
	kept, arrived := 0, false
	for _, e := range everything(t, to) {
		if strings.HasPrefix(e, stream+" ") {
			kept++
		}
		arrived = arrived || strings.HasPrefix(e, "game-"+later.ID+" ")
	}
	if kept != 5 || !arrived {
		t.Errorf("the destination has %d events of the game that is gone, and the new one: %v", kept, arrived)
	}
}
