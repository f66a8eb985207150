package projections

import (
	"database/sql/driver"
	"encoding/json"
)

// labels are a game's labels as JSON with sorted keys, so that equal labels are
// equal texts. An organiser may set them at any time.
type labels struct{ p *map[string]string }

func (c labels) Value() (driver.Value, error) { return labelsText(*c.p), nil }

func (c labels) Scan(v any) error {
	s, err := scanned(v)
	*c.p = labelsIn(s)
	return err
}

const noLabels = "{}"

func labelsText(labels map[string]string) string {
	if len(labels) == 0 {
		return noLabels // as in most games
	}
	b, err := json.Marshal(labels)
	if err != nil {
		panic(err) // strings can always be written
	}
	return string(b)
}

func labelsIn(text string) map[string]string {
	labels := map[string]string{}
	if text != "" && text != noLabels {
		if err := json.Unmarshal([]byte(text), &labels); err != nil {
			panic(err) // labelsText wrote it
		}
	}
	return labels
}
