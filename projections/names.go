package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/maypok86/otter/v2"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
)

// names keeps players in memory, since every game that is shown needs two of
// them. A nil stands for an id that no one is registered under.
type names struct {
	cache *otter.Cache[string, *Player]
}

func newNames(most int) *names {
	return &names{otter.Must(&otter.Options[string, *Player]{MaximumSize: most})}
}

// learn remembers a player unless a later revision is known.
func (n *names) learn(id string, p *Player) {
	n.cache.Compute(id, func(old *Player, found bool) (*Player, otter.ComputeOp) {
		if found && old != nil && (p == nil || old.Revision >= p.Revision) {
			return old, otter.CancelOp
		}
		return p, otter.WriteOp
	})
}

// Player is a player by id; journal.ErrNotFound where no one is registered
// under it. Players that the model does not have yet are read from the store;
// computers are known without one.
func (m *Model) Player(ctx context.Context, id string) (Player, error) {
	if strength, computer := player.ComputerStrength(id); computer {
		return Player{ID: id, Name: player.ComputerName(strength)}, nil
	}
	p, known := m.names.cache.GetIfPresent(id)
	if !known {
		var err error
		if p, err = m.findPlayer(ctx, id); err != nil {
			return Player{}, err
		}
		m.names.learn(id, p)
	}
	if p == nil {
		return Player{}, journal.ErrNotFound
	}
	return *p, nil
}

// PlayerName is a player's present name, as Player has it.
func (m *Model) PlayerName(ctx context.Context, id string) (string, error) {
	p, err := m.Player(ctx, id)
	return p.Name, err
}

// Learn tells the model of a player that was just written, so that this node
// shows the name at once.
func (m *Model) Learn(p journal.Player) {
	m.names.learn(p.ID, &Player{p.ID, p.State.Name, p.Revision})
}

const playerQuery = "SELECT name, revision FROM players WHERE id = ?"

// findPlayer looks into the model and then into the store; nil for nobody.
func (m *Model) findPlayer(ctx context.Context, id string) (*Player, error) {
	p := Player{ID: id}
	err := m.look(ctx, func(db *sql.DB) error {
		return scan(db.QueryRowContext(ctx, playerQuery, id), &p.Name, &p.Revision)
	})
	switch {
	case err == nil:
		return &p, nil
	case !errors.Is(err, sql.ErrNoRows) && !errors.Is(err, ErrRebuilding):
		return nil, fmt.Errorf("read model: player: %w", err)
	}
	stored, err := m.journal.Players.Load(ctx, id)
	switch {
	case errors.Is(err, journal.ErrNotFound), isStreamsOwn(err):
		return nil, nil // whoever cannot be read is shown without a name
	case err != nil:
		return nil, err
	}
	return &Player{id, stored.State.Name, stored.Revision}, nil
}
