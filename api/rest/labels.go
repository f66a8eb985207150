package rest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/visible"
)

// LabelsParam reads labels given as key:value in the query; nil for none.
func LabelsParam(c echo.Context) (labels map[string]string, err error) {
	for _, label := range c.QueryParams()["label"] {
		key, value, ok := strings.Cut(label, ":")
		if !ok || key == "" || value == "" {
			return nil, BadField("label", "must be key:value")
		}
		if labels == nil {
			labels = map[string]string{}
		}
		if other, twice := labels[key]; twice && other != value {
			return nil, BadField("label", "names the key "+key+" twice")
		}
		labels[key] = value
	}
	return labels, nil
}

const (
	maxLabels     = 10
	maxLabelRunes = 64
)

// CheckLabels refuses labels that a game cannot have.
func CheckLabels(labels map[string]string) error {
	if len(labels) > maxLabels {
		return BadField("labels", fmt.Sprintf("a game has at most %d", maxLabels))
	}
	for key, value := range labels {
		if !validLabel(key) || strings.Contains(key, ":") {
			return BadField("labels", fmt.Sprintf("a key is 1 to %d visible characters other than ':'", maxLabelRunes))
		}
		if !validLabel(value) {
			return BadField("labels."+key, fmt.Sprintf("a value is 1 to %d visible characters", maxLabelRunes))
		}
	}
	return nil
}

func validLabel(s string) bool {
	return utf8.RuneCountInString(s) <= maxLabelRunes && visible.Line(s)
}
