package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// startProcess runs the server as a process of its own, to be killed.
func startProcess(t *testing.T, data string) (base string, kill func()) {
	t.Helper()
	return startCommand(t, exec.Command("janggid", "serve", "--addr", "127.0.0.1:0", "--data", data, "--limits", "off", "--log-level", "error"))
}

// startCommand runs a server's command until it listens.
func startCommand(t *testing.T, cmd *exec.Cmd) (base string, kill func()) {
	t.Helper()
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == "API" {
			go io.Copy(io.Discard, out)
			return strings.TrimSuffix(fields[1], "/v1"), kill
		}
	}
	t.Fatal("the server did not start")
	return "", nil
}

// acknowledged is a game with the turns that the server said were made.
type acknowledged struct {
	id    string
	moves []string
}

// TestAcknowledgedTurnsSurviveAKill kills the server in the middle of many
// games and finds every turn that it acknowledged, once.
func TestAcknowledgedTurnsSurviveAKill(t *testing.T) {
	const games, killAfter = 16, 400
	data := t.TempDir()
	base, kill := startProcess(t, data)
	player, err := newAPIClient(base, http.DefaultClient).Guest(t.Context(), "Player")
	if err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)

	played := make([]acknowledged, games)
	var turns atomic.Int64
	var group sync.WaitGroup
	for i := range played {
		chance := rand.New(rand.NewPCG(seed, uint64(i)))
		group.Go(func() {
			played[i] = playUntilKilled(base, player.Token, chance, func() {
				if turns.Add(1) == killAfter {
					kill()
				}
			})
		})
	}
	group.Wait()
	if turns.Load() < killAfter {
		t.Fatalf("only %d turns were made before the server went away", turns.Load())
	}

	base, _ = startServer(t, data)
	for _, g := range played {
		checkSurvived(t, base, g)
	}
}

// playUntilKilled plays both sides of a game at random until a request fails.
func playUntilKilled(base, token string, chance *rand.Rand, made func()) (g acknowledged) {
	var now struct {
		ID         string
		LegalMoves []string `json:"legal_moves"`
		Status     string
	}
	post := func(path, body string) bool {
		r, err := http.NewRequest(http.MethodPost, base+path, strings.NewReader(body))
		if err != nil {
			return false
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		return answer.StatusCode < 300 && decodeBody(answer.Body, &now) == nil
	}
	ruleset := `{"ruleset":"record","opponent":{"type":"self"},"time_control":{"type":"unlimited"}}`
	if !post("/v1/games", ruleset) {
		return g
	}
	id := now.ID
	path := "/v1/games/" + id
	if !post(path+"/setup", `{"setup":"HEHE"}`) || !post(path+"/setup", `{"setup":"EHHE"}`) {
		return g
	}
	g.id = id
	for now.Status == "playing" {
		// Two passes would end the game, and this is about moves.
		moves := slices.DeleteFunc(now.LegalMoves, func(m string) bool { return m == "pass" })
		if len(moves) == 0 {
			break
		}
		move := moves[chance.IntN(len(moves))]
		if !post(path+"/moves", fmt.Sprintf(`{"move":%q,"ply":%d}`, move, len(g.moves))) {
			break
		}
		g.moves = append(g.moves, move)
		made()
	}
	return g
}

func checkSurvived(t *testing.T, base string, g acknowledged) {
	t.Helper()
	if g.id == "" {
		return // killed before the game had begun
	}
	var now struct{ Moves []string }
	getJSON(t, base+"/v1/games/"+g.id, "", http.StatusOK, &now)
	// The turn under way at the kill may have been stored without an answer.
	if len(now.Moves) > len(g.moves)+1 || !slices.Equal(now.Moves[:min(len(g.moves), len(now.Moves))], g.moves) {
		t.Errorf("game %s: the server acknowledged %v and now has %v", g.id, g.moves, now.Moves)
	}
	var history struct {
		Events []struct {
			Type string
			Data struct{ Ply int }
		}
		Next *int
	}
	getJSON(t, base+"/v1/games/"+g.id+"/events?limit=1000", "", http.StatusOK, &history)
	ply := 0
	for _, e := range history.Events {
		if e.Type != "MovePlayed" {
			continue
		}
		if ply++; e.Data.Ply != ply {
			t.Errorf("game %s: event of ply %d where %d belongs", g.id, e.Data.Ply, ply)
		}
	}
	if ply != len(now.Moves) {
		t.Errorf("game %s: %d events of moves for %d moves", g.id, ply, len(now.Moves))
	}
}
