package projections

import "github.com/janggid/janggid/domain/janggi"

// Score is what both sides' pieces are worth, indexed by side.
type Score struct {
	Points   [2]janggi.Points // in half points, with the deom for Han
	Material [2]int           // in points
}

var scoreColumns = []column{
	{"cho_half_points", "INTEGER NOT NULL", false, func(s *Summary) cell { return integer[janggi.Points]{&s.Score.Points[janggi.Cho]} }},
	{"han_half_points", "INTEGER NOT NULL", false, func(s *Summary) cell { return integer[janggi.Points]{&s.Score.Points[janggi.Han]} }},
	{"cho_material", "INTEGER NOT NULL", false, func(s *Summary) cell { return integer[int]{&s.Score.Material[janggi.Cho]} }},
	{"han_material", "INTEGER NOT NULL", false, func(s *Summary) cell { return integer[int]{&s.Score.Material[janggi.Han]} }},
}

func scoreOf(g *janggi.Game) Score {
	return Score{Points: g.Points(), Material: g.Material()}
}
