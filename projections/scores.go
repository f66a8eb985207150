package projections

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Score is what both sides' pieces are worth.
type Score struct {
	Points   game.BySide[janggi.Points] // in half points, with the deom for Han
	Material game.BySide[int]           // in points
}

var scoreColumns = []column{
	{"cho_half_points", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[janggi.Points]{&s.Score.Points.Cho} }},
	{"han_half_points", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[janggi.Points]{&s.Score.Points.Han} }},
	{"cho_material", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[int]{&s.Score.Material.Cho} }},
	{"han_material", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[int]{&s.Score.Material.Han} }},
}

func scoreOf(g *janggi.Game) Score {
	points, material := g.Points(), g.Material()
	return Score{
		Points:   game.BySide[janggi.Points]{Cho: points[janggi.Cho], Han: points[janggi.Han]},
		Material: game.BySide[int]{Cho: material[janggi.Cho], Han: material[janggi.Han]},
	}
}
