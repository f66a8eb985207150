package janggi

// Preset is a named set of rule options. A game records the options, never only
// the name.
type Preset struct {
	Name        string
	Title       string
	Description string
	Origin      string // where these options are in use
	Rules       Rules
}

// DefaultPreset is the preset of a game created without one.
const DefaultPreset = "standard"

// standardDeom is Han's 1.5 points for moving second, in half points.
const standardDeom Points = 3

// Presets returns all presets in a new slice, the default first.
func Presets() []Preset {
	return []Preset{
		{
			Name:        DefaultPreset,
			Title:       "Standard",
			Description: "Facing generals mean nothing. A third repetition, two passes in a row and turn 400 settle the game on points.",
			Origin:      "Online play with 90 seconds a move.",
			Rules:       Rules{TurnLimit: 400, Deom: standardDeom},
		},
		{
			Name:        "standard-score",
			Title:       "Standard with bikjang",
			Description: "As standard, but a turn that leaves the generals facing (bikjang, 빅장) settles the game on points at once.",
			Origin:      "Online play with 90 seconds a move, where bikjang counts.",
			Rules:       Rules{Bikjang: BikjangScore, TurnLimit: 400, Deom: standardDeom},
		},
		{
			Name:        "online",
			Title:       "Online, bikjang answered",
			Description: "A side that is faced breaks the facing or passes, which settles the game. Perpetual check loses; a third repetition settles the game.",
			Origin:      "Online play without a turn limit.",
			Rules:       Rules{Bikjang: BikjangAnswer, PerpetualCheck: PerpetualLoses, Deom: standardDeom},
		},
		{
			Name:        "simple",
			Title:       "Simple",
			Description: "Bikjang is answered; positions may repeat as often as the players like.",
			Origin:      "Rooms among friends.",
			Rules:       Rules{Bikjang: BikjangAnswer, Repetition: RepetitionOff, Deom: standardDeom},
		},
		{
			Name:  "tournament",
			Title: "Tournament, 30-point rule",
			Description: "While either side has 30 points of material or more, no turn may make the generals face and no move may repeat a position " +
				"for the third time. Below that bikjang is answered and a third repetition settles the game. Perpetual check loses.",
			Origin: "The 30-point rule of the Korean association's tournaments.",
			Rules:  Rules{Bikjang: BikjangAnswer, PerpetualCheck: PerpetualLoses, LowMaterial: 30, Deom: standardDeom},
		},
		{
			Name:        "traditional",
			Title:       "Traditional, without points",
			Description: "Bikjang, a third repetition, two passes in a row and 100 turns without a capture are draws. Perpetual check loses; bikjang may be accepted even in check.",
			Origin:      "Play without points, as Fairy-Stockfish's variant janggitraditional.",
			Rules: Rules{Bikjang: BikjangAnswer, Scoring: ScoringDraw, PerpetualCheck: PerpetualLoses, NoCaptureLimit: 100,
				BikjangOverCheck: true, Deom: standardDeom},
		},
		{
			Name:        "pychess",
			Title:       "PyChess",
			Description: "As traditional, but settled on points.",
			Origin:      "Fairy-Stockfish's variant janggi, as on PyChess.",
			Rules: Rules{Bikjang: BikjangAnswer, PerpetualCheck: PerpetualLoses, NoCaptureLimit: 100,
				BikjangOverCheck: true, Deom: standardDeom},
		},
		{
			Name:        "record",
			Title:       "Record",
			Description: "Facing generals, repetition and passes decide nothing: the moves are given, and the record says who won.",
			Origin:      "Games imported from records.",
			Rules:       Rules{Repetition: RepetitionOff, DoublePass: DoublePassOff, Deom: standardDeom},
		},
	}
}

// PresetNamed finds a preset by its name.
func PresetNamed(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}
