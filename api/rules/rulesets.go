package rules

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/janggi"
)

type Rulesets struct {
	Rulesets []presetView `json:"rulesets"`
} // @name Rulesets

type presetView struct {
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Origin      string           `json:"origin"`
	Options     view.RuleOptions `json:"options"`
} // @name Preset

// Rulesets lists the presets.
//
//	@ID listRulesets
//	@Summary List the rulesets
//	@Description The presets that `ruleset` can name, with their options.
//	@Tags reference
//	@Success 200 {object} Rulesets "The presets, the default first"
//	@Router /v1/rulesets [get]
func (h *Handlers) Rulesets(c echo.Context) error {
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	var v Rulesets
	for _, p := range janggi.Presets() {
		v.Rulesets = append(v.Rulesets, presetView{p.Name, p.Title, p.Description, p.Origin, view.RuleOptions(p.Rules)})
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}
