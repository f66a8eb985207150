package games

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/projections"
)

// filtersParam reads what is asked of games' ends, rules, setups and lengths.
func filtersParam(c echo.Context) (f projections.Facets, err error) {
	query := c.QueryParams()
	if query.Has("result") {
		f.Result = new(janggi.Result)
		if err := f.Result.UnmarshalText([]byte(query.Get("result"))); err != nil {
			return f, rest.BadField("result", "must be cho, han, draw or none")
		}
	}
	if query.Has("reason") {
		f.Reason = new(janggi.EndReason)
		if err := f.Reason.UnmarshalText([]byte(query.Get("reason"))); err != nil {
			return f, rest.BadField("reason", "must be a reason that an outcome can have")
		}
	}
	if query.Has("ruleset") {
		f.Preset = query.Get("ruleset")
		if _, known := game.RulesetNamed(f.Preset); !known {
			return f, rest.BadField("ruleset", "must be a preset's name")
		}
	}
	for side, name := range [2]string{janggi.Cho: "cho_setup", janggi.Han: "han_setup"} {
		if !query.Has(name) {
			continue
		}
		setup, err := janggi.ParseSetup(query.Get(name))
		if err != nil {
			return f, rest.BadField(name, "must be HEHE, EHEH, HEEH or EHHE, or one of them in Korean, such as 마상상마")
		}
		f.Setups[side] = &setup
	}
	if f.MinPly, err = rest.IntParam(c, "min_ply", 0, 0, janggi.TechnicalTurnCap); err != nil {
		return f, err
	}
	f.MaxPly, err = rest.IntParam(c, "max_ply", 0, 1, janggi.TechnicalTurnCap)
	return f, err
}
