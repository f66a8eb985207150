package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/record"
)

// recordPlayer plays records as two players.
type recordPlayer struct {
	client *apiClient
	Cho    apiPlayer
	Han    apiPlayer
}

// apiGame is what a server says of a game, as far as an import needs it.
type apiGame struct {
	ID       string `json:"id"`
	RoomCode string `json:"room_code"`
	Revision uint64 `json:"revision"`
	Status   string `json:"status"`
	Ply      int    `json:"ply"`
	ToAct    string `json:"to_act"`
	FEN      string `json:"fen"`
	InCheck  bool   `json:"in_check"`
	Players  struct {
		Han *struct {
			ID string `json:"id"`
		} `json:"han"`
	} `json:"players"`
	Points *struct {
		Cho float64 `json:"cho"`
		Han float64 `json:"han"`
	} `json:"points"`
	Outcome *struct {
		Reason string `json:"reason"`
		Result string `json:"result"`
	} `json:"outcome"`
}

// playReport is what became of a record.
type playReport struct {
	Game     apiGame  // as it stands at the end
	Warnings []string // where the record and the board disagree
}

// Play plays a record from its start to its end. Where the record's moves leave
// the rules, or go on after the end, the game stays as it is there and the
// error says at which move.
func (i *recordPlayer) Play(ctx context.Context, g *record.Game) (playReport, error) {
	if g.Start == nil {
		return playReport{}, record.ErrNoStart
	}
	p := recordPlay{recordPlayer: i, record: g, key: keyOfRecord(g)}
	if err := p.open(ctx); err != nil {
		return playReport{Game: p.game}, err
	}
	for ply := p.game.Ply; ply < len(g.Moves); ply++ {
		if err := p.turn(ctx, ply); err != nil {
			return playReport{Game: p.game, Warnings: p.warnings}, fmt.Errorf("line %d, move %d, %s: %w", g.Moves[ply].Line, ply+1, g.Moves[ply].Text, err)
		}
	}
	p.checkMargin()
	err := p.resign(ctx)
	return playReport{Game: p.game, Warnings: p.warnings}, err
}

// recordPlay is one record under way.
type recordPlay struct {
	*recordPlayer
	record   *record.Game
	key      string
	game     apiGame
	warnings []string
}

// keyOfRecord tells records apart, by what is in them.
func keyOfRecord(g *record.Game) string {
	hash := sha256.New()
	for _, t := range g.Tags {
		fmt.Fprintf(hash, "%q=%q\n", t.Name, t.Value)
	}
	for _, m := range g.Moves {
		fmt.Fprintf(hash, "%q\n", m.Text)
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// open creates the game, seats the players and gives them the record's setups;
// or finds the game as an earlier import left it.
func (p *recordPlay) open(ctx context.Context) error {
	create := map[string]any{
		"ruleset":      "record",
		"time_control": map[string]string{"type": "unlimited"},
		"visibility":   "unlisted",
		"labels":       map[string]string{"source": "import"},
	}
	if p.record.Setups == nil {
		create["start_fen"] = p.record.Start.FEN()
	}
	if err := p.send(ctx, p.Cho, "", "create", create); err != nil {
		return err
	}
	path := "/v1/games/" + p.game.ID
	if err := p.client.send(ctx, apiRequest{method: http.MethodGet, path: path, token: p.Cho.Token}, &p.game); err != nil {
		return err
	}
	if p.game.Players.Han == nil {
		if err := p.send(ctx, p.Han, "/join", "join", map[string]string{"side": "han"}); err != nil {
			return err
		}
	}
	for p.game.Status == "setup" {
		side, player := janggi.Han, p.Han
		if p.game.ToAct == janggi.Cho.String() {
			side, player = janggi.Cho, p.Cho
		}
		setup := map[string]string{"setup": p.record.Setups[side].String()}
		if err := p.send(ctx, player, "/setup", "setup-"+side.String(), setup); err != nil {
			return err
		}
	}
	return nil
}

// turn plays one move of the record and compares its check mark.
func (p *recordPlay) turn(ctx context.Context, ply int) error {
	if p.game.Status != "playing" {
		return fmt.Errorf("the game ended by %s after %d turns", p.game.Outcome.Reason, p.game.Ply)
	}
	player := p.Cho
	if p.game.ToAct == janggi.Han.String() {
		player = p.Han
	}
	move := p.record.Moves[ply]
	body := map[string]any{"move": move.Text, "ply": ply}
	if err := p.send(ctx, player, "/moves", fmt.Sprintf("ply-%d", ply), body); err != nil {
		return err
	}
	if marked := strings.Contains(move.Text, "장군"); marked != p.game.InCheck {
		p.warn("line %d, move %d, %s: check on the board is %t", move.Line, ply+1, move.Text, p.game.InCheck)
	}
	return nil
}

// checkMargin compares the points on the board with those that the record names.
func (p *recordPlay) checkMargin() {
	margin := float64(p.record.Result.Margin) / 2
	if margin == 0 || p.game.Points == nil {
		return
	}
	lead := p.game.Points.Cho - p.game.Points.Han
	if p.record.Result.Result == janggi.HanWins {
		lead = -lead
	}
	if lead != margin {
		p.warn("line %d: won by %v points as recorded, by %v on the board", p.record.Line, margin, lead)
	}
}

// resign gives the game up for the loser where the record says that this is how
// it ended.
func (p *recordPlay) resign(ctx context.Context) error {
	winner, decided := p.record.Result.Result.Winner()
	if p.game.Status != "playing" || !decided || p.record.Result.Reason != janggi.EndResignation {
		return nil
	}
	loser := p.Cho
	if winner == janggi.Cho {
		loser = p.Han
	}
	return p.send(ctx, loser, "/resign", "resign", map[string]int{"ply": p.game.Ply})
}

func (p *recordPlay) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}

// send sends a command and keeps the game that it is answered with.
func (p *recordPlay) send(ctx context.Context, player apiPlayer, use, step string, body any) error {
	path := "/v1/games"
	if p.game.ID != "" {
		path += "/" + p.game.ID + use
	}
	var after apiGame
	err := p.client.send(ctx, apiRequest{
		method: http.MethodPost, path: path, token: player.Token, key: p.key + "-" + step, body: body,
	}, &after)
	if err == nil {
		p.game = after
	}
	return err
}
