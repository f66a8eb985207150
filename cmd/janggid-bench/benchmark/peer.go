package benchmark

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// peer is another server with the routes and the shapes that the load needs, whose
// players play the same games.
type peer struct {
	process *process
	tables  []*table
	players []worker
}

// startPeer runs Options.Peer, split at blanks, with the flags that janggid serve
// has too: --addr 127.0.0.1:0 and --data FOLDER. The peer prints its address, is
// asked for its usage at /metrics and ends at a SIGTERM. A first round makes its
// code warm.
func startPeer(ctx context.Context, o Options, folder string) (*peer, error) {
	words := strings.Fields(o.Peer)
	if len(words) == 0 {
		return nil, errors.New("the peer's command is blank")
	}
	process, err := launch(ctx, words[0], append(words[1:], "--addr", "127.0.0.1:0", "--data", folder)...)
	if err != nil {
		return nil, fmt.Errorf("peer: %w", err)
	}
	p := &peer{process: process}
	if p.tables, err = sitAll(ctx, process.addr, o.Games); err != nil {
		return nil, errors.Join(fmt.Errorf("peer: %w", err), p.close())
	}
	for _, t := range p.tables {
		p.players = append(p.players, player{t})
	}
	if _, err := (load{duration: o.Round}).run(ctx, p.players); err != nil {
		return nil, errors.Join(fmt.Errorf("peer: %w", err), p.close())
	}
	return p, nil
}

func (p *peer) close() error {
	leave(p.tables)
	return p.process.stop()
}

// rows compare janggid's moves with the peer's.
func (p *peer) rows(moves, peers []round) []Row {
	size := median(peers, func(r round) float64 { return float64(r.bytes) / float64(max(1, r.operations)) })
	return []Row{
		{What: fmt.Sprintf("peer's durable moves, %.0f B", size), Value: rate(median(peers, rateOf)), Note: note(peers)},
		ratio("moves / peer's moves", paired(moves, peers, rateOf), atLeast(2.5)),
		{What: "CPU of a move / of the peer's move", Value: fmt.Sprintf("%.2f", paired(moves, peers, cpuOf))},
	}
}
