package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// command runs a sub-command and gives what it prints, on either output.
func command(ctx context.Context, args ...string) (string, error) {
	var said bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(&said)
	root.SetErr(&said)
	err := root.ExecuteContext(ctx)
	return said.String(), err
}

// everything is what a store holds, but for the positions.
func everything(t *testing.T, url string) (events []string) {
	t.Helper()
	store, err := storeAt{url: url}.openToRead(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, fmt.Sprintf("%s %d %s %s %s %s", r.Stream, r.Revision, r.ID, r.Type, r.Data, r.Metadata))
	}
	return events
}

// TestMovingIntoAClusterAndBack plays on the embedded store, copies it to a
// cluster, plays on there through two nodes, and copies everything back.
func TestMovingIntoAClusterAndBack(t *testing.T) {
	old := nodeOptions(t, "")
	first, back := "sqlite:"+filepath.Join(old.data, "events.db"), "sqlite:"+filepath.Join(t.TempDir(), "back.db")
	cluster := esdbtest.NewCluster(t, 3)
	cluster.Node(0).Write("order-1", 20)
	url := cluster.ConnectionString()

	base, stop := start(t, old)
	p := party{t: t, nodes: []node{node(base)}, games: 3, turns: 10, made: func(int) {}}
	games := p.play()
	stop()

	for _, want := range []string{"0 of them from before", "all of them from before"} {
		said, err := command(t.Context(), "copy", "--from", first, "--to", url)
		n := len(everything(t, first))
		want = strings.Replace(want, "all", fmt.Sprint(n), 1)
		if err != nil || !strings.Contains(said, fmt.Sprintf("holds all %d events", n)) || !strings.Contains(said, want) {
			t.Fatalf("copy: %v\n%s\nwant %q", err, said, want)
		}
	}
	same(t, everything(t, url), everything(t, first))

	// The node that moves keeps its data folder; its read model is built anew.
	moved := old
	moved.store = url
	base, stop = start(t, moved)
	other, stopOther := start(t, nodeOptions(t, url))
	nodes := []node{node(base), node(other)}
	p.check(games, nodes)
	created := nodes[0].send(t, request{path: "/v1/games", token: nodes[1].guest(t, "Newcomer")}, 201)
	levelled(t, nodes, created.position)
	for i, n := range nodes {
		if ids := n.listed(t, ""); len(ids) != len(games)+1 {
			t.Errorf("after the move node %d lists %v", i, ids)
		}
	}
	stop()
	stopOther()

	if _, err := command(t.Context(), "copy", "--from", first, "--to", url); err == nil || !strings.Contains(err.Error(), "the destination holds other events") {
		t.Errorf("copying the old store into the newer: %v", err)
	}
	if said, err := command(t.Context(), "copy", "--from", url, "--to", back); err != nil {
		t.Fatalf("copy back: %v\n%s", err, said)
	}
	same(t, everything(t, back), everything(t, url))
	for _, store := range []string{url, back} {
		if said, err := command(t.Context(), "verify", "--store", store); err != nil {
			t.Errorf("verify %s: %v\n%s", storeAt{url: store}, err, said)
		}
	}

	id := strings.TrimPrefix(games[0].path, "/v1/games/")
	if said, err := command(t.Context(), "replay", "--store", url, id); err != nil || !strings.Contains(said, games[0].last.FEN) {
		t.Errorf("replay from the cluster: %v\n%s", err, said)
	}
	if said, err := command(t.Context(), "rebuild", "--store", url, "--data", old.data); err != nil || !strings.Contains(said, "events tell") {
		t.Errorf("rebuild from the cluster: %v\n%s", err, said)
	}

	// Back on the embedded store the positions are small again.
	home := old
	home.store = back
	base, _ = start(t, home)
	last := node(base).send(t, request{path: "/v1/games", token: node(base).guest(t, "Again")}, 201)
	if ids := node(base).listed(t, "&after_position="+last.position); len(ids) != len(games)+2 {
		t.Errorf("after the return the list shows %v", ids)
	}
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d events, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("event %d is\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
}

func TestAnInterruptedCopySaysHowToGoOn(t *testing.T) {
	o := nodeOptions(t, "")
	base, stop := start(t, o)
	for i := range 3 {
		node(base).guest(t, fmt.Sprint("Player ", i))
	}
	stop()
	from, to := "sqlite:"+filepath.Join(o.data, "events.db"), "sqlite:"+filepath.Join(t.TempDir(), "copy.db")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	said, err := command(ctx, "copy", "--from", from, "--to", to)
	if err == nil || !strings.Contains(said, "start it again to go on") {
		t.Errorf("an interrupted copy ends with %v and says %q", err, said)
	}
	if said, err = command(t.Context(), "copy", "--from", from, "--to", to); err != nil {
		t.Errorf("%v: %s", err, said)
	}
	same(t, everything(t, to), everything(t, from))
}

// TestVerifyFindsATamperedEvent changes one fact of one event on the way into
// another store.
func TestVerifyFindsATamperedEvent(t *testing.T) {
	o := nodeOptions(t, "")
	base, stop := start(t, o)
	p := party{t: t, nodes: []node{node(base)}, games: 2, turns: 6, made: func(int) {}}
	games := p.play()
	stop()
	from := storeAt{url: "sqlite:" + filepath.Join(o.data, "events.db")}
	stream := "game-" + strings.TrimPrefix(games[1].path, "/v1/games/")
	const tampered = 5
	source, err := from.openToRead(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	for name, url := range map[string]string{"sqlite": "sqlite:" + filepath.Join(t.TempDir(), "tampered.db"), "esdb": esdbtest.New(t).ConnectionString()} {
		t.Run(name, func(t *testing.T) {
			destination, err := storeAt{url: url}.open(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for r, err := range source.ReadAll(t.Context(), 0) {
				if err != nil {
					t.Fatal(err)
				}
				if r.Stream == stream && r.Revision == tampered {
					r.Data = bytes.Replace(r.Data, []byte(`"check":false`), []byte(`"check":true`), 1)
				}
				expected := eventstore.NoStream()
				if r.Revision > 0 {
					expected = eventstore.Exactly(r.Revision - 1)
				}
				if _, err := destination.Append(t.Context(), r.Stream, expected, []eventstore.Event{r.Event}); err != nil {
					t.Fatal(err)
				}
			}
			if err := destination.Close(); err != nil {
				t.Fatal(err)
			}
			said, err := command(t.Context(), "verify", "--store", url)
			if err == nil || !strings.Contains(said, fmt.Sprintf("%s revision %d: data.check", stream, tampered)) {
				t.Errorf("verify ends with %v and says %s", err, said)
			}
			if _, err := command(t.Context(), "copy", "--from", from.url, "--to", url); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s revision %d", stream, tampered)) {
				t.Errorf("copy onto it says %v", err)
			}
		})
	}
}
