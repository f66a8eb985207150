package projections

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Facets ask for what became of games and how they were played. Zero fields ask
// for nothing.
type Facets struct {
	Result *janggi.Result
	Reason *janggi.EndReason
	Preset string           // of the ruleset
	Setups [2]*janggi.Setup // of games in which both sides have chosen
	MinPly int              // turns
	MaxPly int              // 0: any number
}

// The lists of facets are of public games, whatever their status.

func resultList(r janggi.Result) string    { return "result||" + r.String() }
func reasonList(r janggi.EndReason) string { return "reason||" + r.String() }
func presetList(preset string) string      { return "ruleset||" + preset }
func setupList(side janggi.Side, s janggi.Setup) string {
	return "setup||" + side.String() + "=" + s.String()
}
func setupsList(cho, han janggi.Setup) string { return "setups||" + cho.String() + "/" + han.String() }

// facetListsOf names the lists by facets in which a public game stands.
func facetListsOf(g *Summary, at standing) []string {
	lists := []string{presetList(g.Ruleset.Preset)}
	cho, han := g.Setups[janggi.Cho], g.Setups[janggi.Han]
	if (at.status == game.Playing || at.status == game.Over) && cho.Chosen && han.Chosen {
		lists = append(lists, setupList(janggi.Cho, cho.Setup), setupList(janggi.Han, han.Setup), setupsList(cho.Setup, han.Setup))
	}
	if at.status == game.Over && g.Outcome != nil {
		lists = append(lists, resultList(g.Outcome.Result), reasonList(g.Outcome.Reason))
	}
	return lists
}

// list is the shortest list that holds all games with the facets; "" where none
// is asked for that has one.
func (f Facets) list() string {
	cho, han := f.Setups[janggi.Cho], f.Setups[janggi.Han]
	switch {
	case cho != nil && han != nil:
		return setupsList(*cho, *han)
	case f.Reason != nil:
		return reasonList(*f.Reason)
	case cho != nil:
		return setupList(janggi.Cho, *cho)
	case han != nil:
		return setupList(janggi.Han, *han)
	case f.Result != nil:
		return resultList(*f.Result)
	case f.Preset != "":
		return presetList(f.Preset)
	}
	return ""
}

// conditions are what a game has to meet to have the facets.
func (f Facets) conditions() (all []condition) {
	add := func(sql string, value any) { all = append(all, condition{sql, []any{value}}) }
	if f.Result != nil {
		add("outcome ->> '$.Result' = ?", f.Result.String())
	}
	if f.Reason != nil {
		add("outcome ->> '$.Reason' = ?", f.Reason.String())
	}
	if f.Preset != "" {
		add("ruleset ->> '$.preset' = ?", f.Preset)
	}
	for side, sql := range [2]string{
		janggi.Cho: "cho_setup = ? AND han_setup IS NOT NULL",
		janggi.Han: "han_setup = ? AND cho_setup IS NOT NULL",
	} {
		if s := f.Setups[side]; s != nil {
			add(sql, s.String())
		}
	}
	if f.MinPly > 0 {
		add("ply >= ?", f.MinPly)
	}
	if f.MaxPly > 0 {
		add("ply <= ?", f.MaxPly)
	}
	return all
}

// meets is the same as conditions, for a row that the table does not have so.
func (f Facets) meets(row *Summary) bool {
	switch {
	case f.Result != nil && (row.Outcome == nil || row.Outcome.Result != *f.Result):
		return false
	case f.Reason != nil && (row.Outcome == nil || row.Outcome.Reason != *f.Reason):
		return false
	case f.Preset != "" && row.Ruleset.Preset != f.Preset:
		return false
	case row.Board.Ply < f.MinPly, f.MaxPly > 0 && row.Board.Ply > f.MaxPly:
		return false
	}
	chosen := row.Setups[janggi.Cho].Chosen && row.Setups[janggi.Han].Chosen
	for side, s := range f.Setups {
		if s != nil && (!chosen || row.Setups[side].Setup != *s) {
			return false
		}
	}
	return true
}
