package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
	"github.com/janggid/janggid/projections"
)

// runNode starts a node that may end by itself.
func runNode(t *testing.T, o serveOptions, log io.Writer) (n node, ended <-chan error) {
	t.Helper()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := serve(t.Context(), o, in, log)
		in.CloseWithError(io.EOF)
		done <- err
	}()
	var base string
	said := bufio.NewReader(out)
	for base == "" {
		line, err := said.ReadString('\n')
		if err != nil {
			t.Fatalf("the node did not start: %v", <-done)
		}
		if _, rest, ok := strings.Cut(line, "API"); ok {
			base, _, _ = strings.Cut(strings.TrimSpace(rest), "/v1")
		}
	}
	go io.Copy(io.Discard, said)
	return node(base), done
}

// awaitTrue waits until a condition holds.
func awaitTrue(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(time.Minute); !holds(); {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

// frames opens a stream and gives the lines of its frames' names until it ends.
func (n node) frames(t *testing.T, path, token string) <-chan []string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, string(n)+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan []string, 1)
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	go func() {
		defer answer.Body.Close()
		var names []string
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				names = append(names, name)
			}
		}
		ended <- names
	}()
	return ended
}

// TestANodeBeginsAnewWithARestoredStore restores a backup under running nodes. What
// they remember of the time after it is dropped, at once and after a restart.
func TestANodeBeginsAnewWithARestoredStore(t *testing.T) {
	server := esdbtest.New(t)
	url := server.ConnectionString() + "&defaultDeadline=250"
	var said transcript
	o := nodeOptions(t, url)
	a, _ := runNode(t, o, &said)
	b, _ := runNode(t, nodeOptions(t, url), t.Output())
	nodes := []node{a, b}
	cho := a.guest(t, "Cho")
	kept := a.send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game
	head := headOf(t, server)
	// After the backup: a game more, and in the other one a turn of its life.
	dead := a.send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game
	over := a.send(t, request{path: "/v1/games/" + kept.ID + "/abort", token: cho}, http.StatusOK)
	levelled(t, nodes, over.position)
	streams := []<-chan []string{a.frames(t, "/v1/games/"+dead.ID+"/stream", cho), a.frames(t, "/v1/stream", cho)}

	server.Restore(head)
	for i, stream := range streams {
		if names := <-stream; !slices.Contains(names, "reset") || names[len(names)-1] != "reconnect" {
			t.Errorf("stream %d ended after the frames %v", i, names)
		}
	}
	for i, n := range nodes {
		awaitTrue(t, fmt.Sprintf("node %d to list what the store holds", i), func() bool {
			r, err := n.try(t, request{method: http.MethodGet, path: "/v1/games"})
			if err != nil || r.status != http.StatusOK {
				if err == nil && r.status != http.StatusServiceUnavailable {
					t.Fatalf("node %d: a list is answered with %d", i, r.status)
				}
				return false
			}
			return slices.Equal(n.listed(t, ""), []string{kept.ID}) && n.get(t, "/v1/games/"+kept.ID, cho).game.Status == "waiting"
		})
		if _, code := n.problemCode(t, http.MethodGet, "/v1/games/"+dead.ID, cho, ""); code != "not_found" {
			t.Errorf("node %d: a game that is no more: %s", i, code)
		}
	}
	again := b.send(t, request{path: "/v1/games/" + kept.ID + "/abort", token: cho}, http.StatusOK)
	if again.game.Revision != over.game.Revision {
		t.Errorf("aborted at revision %d, before the restore at %d", again.game.Revision, over.game.Revision)
	}
	created := b.send(t, request{path: "/v1/games", token: cho}, http.StatusCreated)
	levelled(t, nodes, created.position)
	for i, n := range nodes {
		if got := n.listed(t, ""); !slices.Equal(got, []string{created.game.ID, kept.ID}) {
			t.Errorf("node %d lists %v", i, got)
		}
		if metrics := n.text(t, "/metrics"); !strings.Contains(metrics, "janggid_other_histories_total 1") {
			t.Errorf("node %d does not count the other history", i)
		}
	}
	if lines := strings.Count(said.text(), "building it anew"); lines != 1 || !strings.Contains(said.text(), "old_event=") || !strings.Contains(said.text(), "new_head=") {
		t.Errorf("%d lines tell of the other history:\n%s", lines, said.text())
	}
	fresh := startNodes(t, url, 1)[0]
	if got := fresh.listed(t, ""); !slices.Equal(got, a.listed(t, "")) {
		t.Errorf("a fresh node lists %v, a node from before %v", got, a.listed(t, ""))
	}
}

func (n node) text(t *testing.T, path string) string {
	t.Helper()
	answer, err := http.Get(string(n) + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAStoppedNodeNoticesARestoredStore restores a backup beside a node that does
// not run, and lets the store go on before it starts again.
func TestAStoppedNodeNoticesARestoredStore(t *testing.T) {
	for name, goesOn := range map[string]bool{"and nothing happened": false, "and it went on": true} {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			url := server.ConnectionString() + "&defaultDeadline=250"
			o := nodeOptions(t, url)
			base, stop := start(t, o)
			cho := node(base).guest(t, "Cho")
			kept := node(base).send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game
			head := headOf(t, server)
			dead := node(base).send(t, request{path: "/v1/games", token: cho}, http.StatusCreated)
			levelled(t, []node{node(base)}, dead.position)
			stop()
			server.Restore(head)
			want := []string{kept.ID}
			if goesOn {
				n := startNodes(t, url, 1)[0]
				for range 3 {
					want = append([]string{n.send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game.ID}, want...)
				}
			}
			base, _ = start(t, o)
			if got := node(base).listed(t, ""); !slices.Equal(got, want) {
				t.Errorf("it lists %v, want %v", got, want)
			}
		})
	}
}

// TestAnEmptyStoreIsRefused has a store come back without anything, under a running
// node and beside a stopped one.
func TestAnEmptyStoreIsRefused(t *testing.T) {
	server := esdbtest.New(t)
	o := nodeOptions(t, server.ConnectionString()+"&defaultDeadline=250")
	n, ended := runNode(t, o, t.Output())
	created := n.send(t, request{path: "/v1/games", token: n.guest(t, "Cho")}, http.StatusCreated)
	levelled(t, []node{n}, created.position)
	server.Restore(0)
	server.Write("$stats", 3) // the server's own events are none of ours
	refused := func(err error) {
		t.Helper()
		if !errors.Is(err, projections.ErrRefused) || exitStatus(err) != exitDamaged || !strings.Contains(err.Error(), "--accept-loss") {
			t.Errorf("status %d: %v", exitStatus(err), err)
		}
	}
	select {
	case err := <-ended:
		refused(err)
	case <-time.After(time.Minute):
		t.Fatal("the node goes on with an empty store")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	refused(serve(ctx, o, io.Discard, t.Output()))
	if said, status := tool(t, "rebuild", "--store", o.store, "--data", o.data); status == exitOK {
		t.Errorf("rebuild: %s", said)
	}
	o.acceptLoss = true
	base, stop := start(t, o)
	if got := node(base).listed(t, ""); len(got) > 0 {
		t.Errorf("it lists %v", got)
	}
	stop()
	o.acceptLoss = false
	start(t, o)
}
