package projections

import (
	"context"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// Summary is a game as lists show it: without its moves. Players are ids; their
// names are looked up when they are shown, since names change.
type Summary struct {
	Created          eventstore.Position // of the event that created it: the order of every list
	ID               string
	Revision         uint64
	Position         eventstore.Position // of the event at Revision
	Status           game.Status
	Visibility       game.Visibility
	Room             string // code
	Ruleset          game.Ruleset
	TimeControl      game.TimeControl
	SetupMS          int64  // 0: no limit
	StartFEN         string // "": a start by setups
	SpectatorDelayMS int64  // how much later than its players all others see the game
	Labels           map[string]string
	Source           *game.SourceFacts // of an imported game; nil for one played here
	Tags             []game.SourceTag  // of its record, to find it by; no list reads them
	Superseded       string            // id of the game made of a corrected record; "" for none
	Seats            game.Seats
	Setups           [2]game.SetupChoice
	ToAct            *janggi.Side // who must choose a setup or make a turn; nil when nobody has to
	Started          bool         // Board, Repetitions and Score mean something
	Board            Board
	Repetitions      int
	Score            Score
	Deadline         game.Instant // 0: none
	Outcome          *janggi.Outcome
	CreatedAt        game.Instant
	UpdatedAt        game.Instant
}

// gameColumns are all columns of table games, in their order there.
var gameColumns = concat(listedColumns, tagColumns)

// listedColumns are those that lists read.
var listedColumns = concat(identityColumns, agreementColumns, standingColumns, boardColumns, repetitionColumns, scoreColumns, clockColumns, sourceColumns, delayColumns)

// gameColumnsSet are those that are set by some events.
func gameColumnsSet(by ...setBy) (columns []column) {
	for _, c := range gameColumns {
		if slices.Contains(by, c.set) {
			columns = append(columns, c)
		}
	}
	return columns
}

func concat(groups ...[]column) (all []column) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

var identityColumns = []column{
	// The position of the game's first event orders lists, the same on every
	// node, and is the cursor into them.
	{"created", "INTEGER PRIMARY KEY", byCreation, func(s *Summary) cell { return integer[eventstore.Position]{&s.Created} }},
	{"id", "TEXT NOT NULL UNIQUE", byCreation, func(s *Summary) cell { return text[string]{&s.ID} }},
	{"revision", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[uint64]{&s.Revision} }},
	{"position", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[eventstore.Position]{&s.Position} }},
}

// agreementColumns hold what was agreed on at the creation.
var agreementColumns = []column{
	{"visibility", "TEXT NOT NULL", byCreation, func(s *Summary) cell { return text[game.Visibility]{&s.Visibility} }},
	{"room", "TEXT", byCreation, func(s *Summary) cell { return text[string]{&s.Room} }},
	{"ruleset", "TEXT NOT NULL", byCreation, func(s *Summary) cell { return document[game.Ruleset]{&s.Ruleset} }},
	{"time_control", "TEXT NOT NULL", byCreation, func(s *Summary) cell { return document[game.TimeControl]{&s.TimeControl} }},
	{"setup_ms", "INTEGER NOT NULL", byCreation, func(s *Summary) cell { return integer[int64]{&s.SetupMS} }},
	{"start_fen", "TEXT", byCreation, func(s *Summary) cell { return text[string]{&s.StartFEN} }},
	{"labels", "TEXT NOT NULL", byOthers, func(s *Summary) cell { return labels{&s.Labels} }},
	{"created_at", "INTEGER NOT NULL", byCreation, func(s *Summary) cell { return integer[game.Instant]{&s.CreatedAt} }},
}

// standingColumns hold how far the game has come and who plays it.
var standingColumns = []column{
	{"status", "TEXT NOT NULL", byOthers, func(s *Summary) cell { return text[game.Status]{&s.Status} }},
	{"cho", "TEXT", byOthers, func(s *Summary) cell { return text[string]{&s.Seats[janggi.Cho].ID} }},
	{"han", "TEXT", byOthers, func(s *Summary) cell { return text[string]{&s.Seats[janggi.Han].ID} }},
	{"cho_kind", "TEXT", byOthers, func(s *Summary) cell { return text[game.PlayerKind]{&s.Seats[janggi.Cho].Kind} }},
	{"han_kind", "TEXT", byOthers, func(s *Summary) cell { return text[game.PlayerKind]{&s.Seats[janggi.Han].Kind} }},
	{"cho_setup", "TEXT", byOthers, func(s *Summary) cell { return setup{&s.Setups[janggi.Cho]} }},
	{"han_setup", "TEXT", byOthers, func(s *Summary) cell { return setup{&s.Setups[janggi.Han]} }},
	{"to_act", "TEXT", byTurns, func(s *Summary) cell { return wordOf(&s.ToAct) }},
	{"started", "INTEGER NOT NULL", byOthers, func(s *Summary) cell { return boolean{&s.Started} }},
	{"outcome", "TEXT NOT NULL", byOthers, func(s *Summary) cell { return document[*janggi.Outcome]{&s.Outcome} }},
	{"updated_at", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[game.Instant]{&s.UpdatedAt} }},
}

// Summarize folds a game into its row. The position of its first event, which a
// game does not know itself, is its place in lists; 0 where that is of no
// concern.
func Summarize(g *journal.Game, created eventstore.Position) *Summary {
	s := new(Summary)
	s.Take(g, created)
	return s
}

// Take makes this the row of a game, as Summarize does.
func (s *Summary) Take(g *journal.Game, created eventstore.Position) {
	*s = Summary{
		Created:          created,
		ID:               g.ID,
		Revision:         g.Revision,
		Position:         g.Position,
		Status:           g.State.Status,
		Visibility:       g.State.Visibility,
		Room:             g.Room,
		Ruleset:          g.State.Ruleset,
		TimeControl:      g.State.TimeControl,
		SetupMS:          g.State.SetupMS,
		StartFEN:         g.State.StartFEN,
		Labels:           g.State.Labels,
		SpectatorDelayMS: g.State.SpectatorDelayMS,
		Source:           g.State.Source,
		Superseded:       g.State.SupersededBy,
		Seats:            g.State.Seats,
		Setups:           g.State.Setups,
		Started:          g.State.Started,
		Deadline:         deadlineOf(&g.State),
		Outcome:          g.State.Outcome,
		CreatedAt:        g.State.CreatedAt,
		UpdatedAt:        g.State.UpdatedAt,
	}
	if side, ok := g.State.ToAct(); ok {
		s.ToAct = new(side)
	}
	if s.Started {
		s.Board = boardOf(&g.State.Game)
		s.Repetitions = g.State.Game.Occurrences()
		s.Score = scoreOf(&g.State.Game)
	}
}

func (m *Model) foldGame(ctx context.Context, s *streamEvents, events []eventstore.Recorded) (change, error) {
	g, err := m.journal.Observe(ctx, events...)
	if err != nil {
		return change{}, err
	}
	c := &s.game
	*c = gameChange{settled: s.onlyTurns && g.State.Status == game.Playing && !g.State.Relabelled()}
	var created eventstore.Position
	if first := events[0]; first.Revision == 0 {
		c.new, created = true, first.Position
	}
	c.row.Take(g, created)
	if c.new && c.row.Source != nil {
		source, err := journal.SourceIn(events[0])
		if err != nil {
			return change{}, err
		}
		c.row.Tags = findable(source.Tags)
	}
	if explored(&c.row, standing{status: c.row.Status}) {
		c.openings = openingsOf(&g.State.Game)
		if c.endShown, err = m.endShown(ctx, g); err != nil {
			return change{}, err
		}
	}
	return change{game: c}, nil
}
