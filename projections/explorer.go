package projections

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

// ExplorerPlies is how many turns of a game the explorer knows. By then games
// have gone ways of their own, and what would follow fills the file without
// telling anybody anything.
const ExplorerPlies = 30

// Results counts games by their result, indexed by janggi.Result.
type Results [4]int

// Games is how many there are.
func (r Results) Games() int {
	return r[janggi.ResultNone] + r[janggi.ChoWins] + r[janggi.HanWins] + r[janggi.Draw]
}

// resultColumns is the order in which tables have the counts.
var resultColumns = [...]janggi.Result{janggi.ChoWins, janggi.HanWins, janggi.Draw, janggi.ResultNone}

func (r Results) values() []driver.Value {
	values := make([]driver.Value, len(resultColumns))
	for i, result := range resultColumns {
		values[i] = int64(r[result])
	}
	return values
}

func (r Results) plus(other Results) Results {
	for result, n := range other {
		r[result] += n
	}
	return r
}

// Continuation is a move that was made in a position, and in how many games.
type Continuation struct {
	Move    janggi.Move
	Results Results
}

// Explore lists the moves that were made in a position in the first
// ExplorerPlies turns of public games that are over, the most frequent first. A
// game in which the same happened twice counts once, and one with a delay only
// when at an instant the delay has passed since its end. The cost depends on the
// number of different moves, and of games with a delay that ended lately.
func (m *Model) Explore(ctx context.Context, p *janggi.Position, now game.Instant) (moves []Continuation, shown eventstore.Position, err error) {
	return m.explored(ctx, positionKey(p), now)
}

// ExploreStart counts the games among those of Explore that began in a position
// and went on from it.
func (m *Model) ExploreStart(ctx context.Context, p *janggi.Position, now game.Instant) (all Results, shown eventstore.Position, err error) {
	moves, shown, err := m.explored(ctx, firstKey(p), now)
	for _, first := range moves {
		all = all.plus(first.Results)
	}
	return all, shown, err
}

func (m *Model) explored(ctx context.Context, key []byte, now game.Instant) (moves []Continuation, shown eventstore.Position, err error) {
	shown = m.Position()
	err = m.list(ctx, func(db *sql.DB) error {
		moves, err = continuations(ctx, db, explorerQuery, key, key, int64(now))
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read model: explorer: %w", err)
	}
	return moves, shown, nil
}

func continuations(ctx context.Context, db *sql.DB, query string, args ...any) (moves []Continuation, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		var c Continuation
		r := &c.Results
		if err := rows.Scan(&text, &r[janggi.ChoWins], &r[janggi.HanWins], &r[janggi.Draw], &r[janggi.ResultNone]); err != nil {
			return nil, badRow(err)
		}
		if c.Move, err = janggi.ParseMove(text); err != nil {
			return nil, badRow(err)
		}
		if i := slices.IndexFunc(moves, func(known Continuation) bool { return known.Move == c.Move }); i >= 0 {
			moves[i].Results = moves[i].Results.plus(c.Results)
		} else {
			moves = append(moves, c)
		}
	}
	slices.SortFunc(moves, func(a, b Continuation) int {
		return cmp.Or(cmp.Compare(b.Results.Games(), a.Results.Games()), strings.Compare(a.Move.String(), b.Move.String()))
	})
	return moves, rows.Err()
}

const (
	explorerTable = `
CREATE TABLE explorer (
	position BLOB NOT NULL, -- digest of the pieces and the side to move
	move     TEXT NOT NULL,
	cho      INTEGER NOT NULL, -- games that Cho won, and so on
	han      INTEGER NOT NULL,
	draw     INTEGER NOT NULL,
	none     INTEGER NOT NULL,
	PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;
`
	explorerQuery = `SELECT move, cho, han, draw, none FROM explorer WHERE position = ?
		UNION ALL SELECT move, cho, han, draw, none FROM explorer_later WHERE position = ? AND due <= ?`
	explorerUpsert = "INSERT INTO explorer (position, move, cho, han, draw, none) VALUES (?, ?, ?, ?, ?, ?)"
	explorerAdd    = ` ON CONFLICT DO UPDATE SET cho = cho + excluded.cho, han = han + excluded.han,
		draw = draw + excluded.draw, none = none + excluded.none`
	explorerForget = "DELETE FROM explorer WHERE position = ? AND move = ? AND cho + han + draw + none <= 0"
)

// exploredAtOnce is the number of rows of the larger upsert.
const exploredAtOnce = 16

// firstKey stands for a position as the start of a game. Its rows have the games'
// first moves, and so count each game once that went on from it, also where it
// came back and another move was made.
func firstKey(p *janggi.Position) []byte {
	digest := sha256.Sum256(append([]byte("first"), positionKey(p)...))
	return digest[:16]
}

// positionKey stands for the pieces and the side to move. Half of a SHA-256
// keeps even constructed positions apart, which a Zobrist key would not.
func positionKey(p *janggi.Position) []byte {
	fen := p.FEN()
	board, rest, _ := strings.Cut(fen, " ")
	digest := sha256.Sum256([]byte(fen[:len(board)+1+strings.IndexByte(rest, ' ')]))
	return digest[:16]
}

// opening is a position and what was played in it.
type opening struct {
	position [16]byte
	move     janggi.Move
}

// openingsOf are those of a game, each once, and its first move from its start.
func openingsOf(board *janggi.Game) []opening {
	p := board.Start()
	all := make([]opening, 0, 1+min(board.Ply(), ExplorerPlies))
	if board.Ply() > 0 {
		all = append(all, opening{[16]byte(firstKey(&p)), board.TurnAt(1).Move})
	}
	for ply := 1; ply <= board.Ply() && ply <= ExplorerPlies; ply++ {
		o := opening{[16]byte(positionKey(&p)), board.TurnAt(ply).Move}
		if !slices.Contains(all, o) {
			all = append(all, o)
		}
		p.Play(o.move)
	}
	return all
}

// explored tells whether the explorer counts a game that stands so.
func explored(row *Summary, at standing) bool {
	return at.status == game.Over && at.superseded == "" && row.Visibility == game.Public && row.Started
}

// explore counts a game that has come to be one of the explorer's, or is no
// longer.
func (w *writing) explore(c *gameChange, before standing) error {
	was, is := explored(&c.row, before), explored(&c.row, standingOf(&c.row))
	if was == is {
		return nil
	}
	if c.endShown > 0 {
		return w.exploreLater(c) // it was made of no record, and so is never corrected
	}
	step := 1
	if was {
		step = -1
	}
	var r Results
	r[c.row.Outcome.Result] = step
	for _, o := range c.openings {
		w.count(o, r)
	}
	return nil
}

// count adds to what flushOpenings is to write.
func (w *writing) count(o opening, r Results) {
	if w.openings == nil {
		w.openings = map[opening]Results{}
	}
	w.openings[o] = w.openings[o].plus(r)
}

// flushOpenings writes what was counted in the transaction, in the order of the
// table.
func (w *writing) flushOpenings() error {
	all := make([]opening, 0, len(w.openings))
	for o := range w.openings {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b opening) int {
		return cmp.Or(bytes.Compare(a.position[:], b.position[:]), strings.Compare(a.move.String(), b.move.String()))
	})
	for chunk := range slices.Chunk(all, exploredAtOnce) {
		values := make([]driver.Value, 0, 6*exploredAtOnce)
		for _, o := range chunk {
			values = append(append(values, o.position[:], o.move.String()), w.openings[o].values()...)
		}
		if len(chunk) == exploredAtOnce {
			if err := w.exploreMany.Bind(values...).Exec(); err != nil {
				return err
			}
		} else {
			for row := range slices.Chunk(values, len(values)/len(chunk)) {
				if err := w.exploreOne.Bind(row...).Exec(); err != nil {
					return err
				}
			}
		}
		for _, o := range chunk {
			if w.openings[o].Games() >= 0 {
				continue // nothing was taken away, or as much came
			}
			if err := w.forget.Bind(o.position[:], o.move.String()).Exec(); err != nil {
				return err
			}
		}
	}
	return nil
}
