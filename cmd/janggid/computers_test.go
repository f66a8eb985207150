package main

import (
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// boardView is what these tests look at in a game.
type boardView struct {
	ID       string
	Revision int
	Status   string
	Ply      int
	Turn     *string
	ToAct    *string `json:"to_act"`
	FEN      *string
	Moves    []string
	Outcome  *struct{ Reason, Result string }
}

// awaitBoard waits until a game is as a test wants it.
func awaitBoard(t *testing.T, base, token, id, what string, holds func(boardView) bool) (g boardView) {
	t.Helper()
	for late := time.Now().Add(time.Minute); time.Now().Before(late); {
		answer, err := http.DefaultClient.Do(authorized(t, fmt.Sprintf("%s/v1/games/%s?min_revision=%d", base, id, g.Revision+1), token))
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode == http.StatusOK {
			err = decodeBody(answer.Body, &g)
		}
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if holds(g) {
			return g
		}
	}
	t.Fatalf("waited a minute for %s: the game is %s at ply %d", what, g.Status, g.Ply)
	return g
}

func authorized(t *testing.T, url, token string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	return r
}

func TestAGuestPlaysABeginnerToTheEnd(t *testing.T) {
	data := t.TempDir()
	o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error", computers: computerOptions{workers: 1}}
	o.tokens.issuer = "janggid"
	base, stop := start(t, o)
	token := guestToken(t, base)
	var g boardView
	body := map[string]any{"opponent": map[string]any{"type": "computer", "level": "beginner", "seed": 20}}
	callJSON(t, http.MethodPost, base+"/v1/games", token, body, http.StatusCreated, &g)
	g = awaitBoard(t, base, token, g.ID, "Han's setup", func(g boardView) bool { return g.ToAct != nil && *g.ToAct == "cho" })
	path := base + "/v1/games/" + g.ID
	callJSON(t, http.MethodPost, path+"/setup", token, map[string]string{"setup": "HEEH"}, http.StatusOK, &g)

	person := engine.New(engine.PlayTableBytes)
	position, err := janggi.ParseFEN(*g.FEN)
	if err != nil {
		t.Fatal(err)
	}
	board := janggi.NewGame(janggi.Presets()[0].Rules, position)
	for g.Status == "playing" {
		for _, text := range g.Moves[board.Ply():] {
			m, err := janggi.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			board = board.After(m)
		}
		turn := person.Play(board, 4, 1, engine.Limits{}).Lines[0].Moves[0].String()
		callJSON(t, http.MethodPost, path+"/moves", token, map[string]any{"move": turn, "ply": g.Ply}, http.StatusOK, &g)
		if g.Status == "playing" {
			g = awaitBoard(t, base, token, g.ID, "the computer's turn", func(now boardView) bool {
				return now.Status == "ended" || now.Turn != nil && *now.Turn == "cho"
			})
		}
	}
	if g.Outcome == nil || g.Outcome.Reason == "time" || g.Ply < 20 {
		t.Errorf("the game ended at ply %d with %+v", g.Ply, g.Outcome)
	}
	stop()
	said, err := command(t.Context(), "verify", "--engine", "--data", data)
	want := fmt.Sprintf("%d turns and setups of computers were found again, 0 of other versions", g.Ply/2+1) // Han's
	if err != nil || !strings.Contains(said, want) {
		t.Errorf("%v: %s; want %s", err, said, want)
	}
}

// A server that is killed while computers play goes on with their games, and
// makes no turn twice.
func TestComputersGoOnAfterAKill(t *testing.T) {
	data := t.TempDir()
	serving := func() *exec.Cmd {
		return exec.Command("janggid", "serve", "--addr", "127.0.0.1:0", "--data", data, "--limits", "off", "--log-level", "error", "--computer-pause", "5ms")
	}
	base, kill := startCommand(t, serving())
	token := guestToken(t, base)
	games := make([]boardView, 6)
	for i := range games {
		body := map[string]any{"opponent": map[string]any{"type": "computers", "cho": map[string]int{"strength": 3}, "han": map[string]int{"strength": 2}, "seed": i}}
		callJSON(t, http.MethodPost, base+"/v1/games", token, body, http.StatusCreated, &games[i])
	}
	for i, g := range games {
		games[i] = awaitBoard(t, base, token, g.ID, "some turns", func(g boardView) bool { return g.Ply >= 4 })
	}
	kill()

	base, kill = startCommand(t, serving())
	for _, before := range games {
		after := awaitBoard(t, base, token, before.ID, "more turns", func(g boardView) bool { return g.Status == "ended" || g.Ply >= before.Ply+10 })
		for i, move := range before.Moves {
			if after.Moves[i] != move {
				t.Fatalf("turn %d was %s, and is %s after the kill", i+1, move, after.Moves[i])
			}
		}
	}
	kill()
	if said, err := command(t.Context(), "verify", "--data", data); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

func TestAServerWithoutComputersSaysSo(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	var problem struct{ Code string }
	body := map[string]any{"opponent": map[string]any{"type": "computer", "strength": 5}}
	callJSON(t, http.MethodPost, base+"/v1/games", guestToken(t, base), body, http.StatusUnprocessableEntity, &problem)
	if problem.Code != "computer_unavailable" {
		t.Errorf("the code is %q", problem.Code)
	}
}
