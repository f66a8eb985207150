package record

import (
	"encoding/json"
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// readOutcome reads how the game ended. The result counts where a winner
// contradicts it.
func (d *document) readOutcome(g *Game) {
	o := d.Outcome
	if o == nil {
		if d.Winner != nil {
			g.Result = Result{Declared: d.Winner.String() + " won", Known: true, Reason: janggi.EndAdjudication, Result: janggi.WinFor(*d.Winner)}
			return
		}
		g.warn(0, "nothing tells the result")
		return
	}
	winner, decided := o.Result.Winner()
	for _, named := range []*janggi.Side{o.Winner, d.Winner} {
		if named != nil && (!decided || *named != winner) {
			g.warn(0, fmt.Sprintf("the outcome's result is %v, but the winner is %v; the result counts", o.Result, *named))
			break
		}
	}
	declared := o.Result.String() + " by " + o.Reason.String()
	g.Result = Result{Declared: declared, Known: o.Reason != janggi.EndAborted, Reason: o.Reason, Result: o.Result}
	switch reason, result := g.Result.End(); {
	case o.Reason == janggi.EndAborted && o.Result != janggi.ResultNone:
		g.warn(0, fmt.Sprintf("an aborted game has no result; %v was left out", o.Result))
	case o.Reason == janggi.EndAborted:
		g.warn(0, "nothing tells the result")
	case result != o.Result || reason != o.Reason && !onlyBoardTells(o.Reason):
		g.warn(0, fmt.Sprintf("a game does not end as %s; it was taken for %v by %v", declared, result, reason))
	}
}

// readRuleset reads the rules that the game was played by.
func (d *document) readRuleset(g *Game) {
	if len(d.Ruleset) == 0 || string(d.Ruleset) == "null" {
		return
	}
	ruleset, err := rulesetOfJSON(d.Ruleset)
	if err != nil {
		g.warn(0, fmt.Sprintf("ruleset names no rules of this server: %v", err))
		return
	}
	g.Ruleset = &ruleset
}

// documentRuleset is a ruleset with all its options.
type documentRuleset struct {
	Preset string `json:"preset"`
	everyRule
}

// writeRuleset writes the rules, but for those of records.
func (d *document) writeRuleset(w *Written) error {
	if rulesetText(w.ruleset()) == "" {
		return nil
	}
	rules := w.Game.Rules()
	text, err := json.Marshal(documentRuleset{w.ruleset().Preset, everyRule{rules, rules.DoublePass}})
	d.Ruleset = text
	return err
}

// onlyBoardTells reports whether only moves can lead to an end reason. A record
// that merely declares it counts as adjudication.
func onlyBoardTells(reason janggi.EndReason) bool {
	switch reason {
	case janggi.EndTime, janggi.EndResignation, janggi.EndAbandoned, janggi.EndAgreement:
		return false
	}
	return true
}
