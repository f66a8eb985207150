package game

import (
	"slices"

	"github.com/janggid/janggid/domain/janggi"
)

// deriveCreated takes over what was agreed on, where all of it can be: a choice
// is nobody's to judge, but it must be one that there is.
func deriveCreated(e Created) (Event, error) {
	if err := checkChoices(e); err != nil {
		return nil, err
	}
	asked := Create{Ruleset: e.Ruleset, TimeControl: e.TimeControl}
	if e.SetupMS != nil {
		asked.SetupMS = *e.SetupMS
	}
	if err := asked.Validate(); err != nil {
		return nil, impossible("ruleset", "%v", err)
	}
	if e.StartFEN != nil {
		asked.StartFEN = *e.StartFEN
		if err := asked.Validate(); err != nil {
			return nil, impossible("start_fen", "%v", err)
		}
	}
	e.RulesVersion = janggi.RulesVersion
	if e.Opponent == OpponentSelf {
		creator := &Player{ID: e.Creator, Kind: Human}
		e.Seats = BySide[*Player]{creator, creator}
	}
	return e, nil
}

// checkChoices refuses words that no server of this version writes.
func checkChoices(e Created) error {
	opponents := []OpponentType{OpponentHuman, OpponentSelf, OpponentComputer, OpponentComputers}
	if e.Source != nil {
		opponents = []OpponentType{OpponentRecord}
	}
	if !slices.Contains(opponents, e.Opponent) {
		return impossible("opponent", "must be one of %v", opponents)
	}
	if _, known := RulesetNamed(e.Ruleset.Preset); !known {
		return impossible("ruleset", "there is no preset %q", e.Ruleset.Preset)
	}
	switch e.Visibility {
	case Public, Unlisted, Private:
	default:
		return impossible("visibility", "must be public, unlisted or private")
	}
	if e.SpectatorDelayMS < 0 || e.SpectatorDelayMS > MaxSpectatorDelayMS {
		return impossible("spectator_delay_ms", "must be 0 to %d", MaxSpectatorDelayMS)
	}
	for _, p := range []*Player{e.Seats.Cho, e.Seats.Han} {
		if p == nil {
			continue
		}
		if err := checkSeat(*p, e.Source != nil); err != nil {
			return impossible("seats", "%v", err)
		}
	}
	return checkComputers(e)
}

// checkComputers refuses computers where the creator wanted none, and the other
// way around.
func checkComputers(e Created) error {
	computers := map[OpponentType]int{OpponentComputer: 1, OpponentComputers: 2}[e.Opponent]
	sit := 0
	for _, p := range []*Player{e.Seats.Cho, e.Seats.Han} {
		if p != nil && p.Kind == Computer {
			sit++
		}
	}
	switch {
	case sit != computers:
		return impossible("seats", "computers sit at %d, by the opponent it is %d", sit, computers)
	case computers > 0 && (e.Seats.Cho == nil || e.Seats.Han == nil):
		return impossible("seats", "a computer waits for nobody")
	case (e.Seed != nil) != (computers > 0):
		return impossible("seed", "stands in games with computers, and only there")
	case e.Seed != nil && (*e.Seed < 0 || *e.Seed > MaxSeed):
		return impossible("seed", "must be 0 to %d", int64(MaxSeed))
	}
	return nil
}

// checkSeat refuses a player who cannot sit at a board.
func checkSeat(p Player, imported bool) error {
	switch {
	case p.Kind == Human && p.ID != "", p.Kind == Computer && p.Strength() > 0, p.Kind == Recorded && p.ID == "" && imported:
		return nil
	case p.Kind != Human && p.Kind != Computer && p.Kind != Recorded:
		return impossible("kind", "there is no kind of player %q", p.Kind)
	}
	return impossible("id", "a %s player cannot have the id %q", p.Kind, p.ID)
}

func deriveJoined(s *State, e PlayerJoined) (Event, error) {
	if err := inState(s, Waiting); err != nil {
		return nil, err
	}
	if err := checkSeat(e.Player, false); err != nil {
		return nil, impossible("player", "%v", err)
	}
	if e.Player.Kind == Computer {
		return nil, impossible("player", "computers sit down at the creation")
	}
	e.Side = janggi.Cho
	if !s.Seats[janggi.Cho].Empty() {
		e.Side = janggi.Han
	}
	return e, nil
}
