package records

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
)

const (
	maxMappedPlayers = 1000
	maxTextParam     = 200 // bytes
)

// importOptions reads the query of an import.
func (h *Handlers) importOptions(c echo.Context) (o records.Options, err error) {
	if err := rest.CheckQuery(c); err != nil {
		return o, err
	}
	if o.Format, err = importFormat(c); err != nil {
		return o, err
	}
	if o.Charset, err = importCharset(c); err != nil {
		return o, err
	}
	switch o.Visibility = game.Visibility(c.QueryParam("visibility")); o.Visibility {
	case "":
		o.Visibility = game.Public
	case game.Public, game.Unlisted:
	default:
		return o, rest.BadField("visibility", "must be public or unlisted")
	}
	if o.Labels, err = rest.LabelsParam(c); err != nil {
		return o, err
	}
	if err := rest.CheckLabels(o.Labels); err != nil {
		return o, err
	}
	for name, into := range map[string]*string{"external_id": &o.ExternalID, "external_id_tag": &o.ExternalIDTag, "file": &o.File} {
		*into = c.QueryParam(name)
		if len(*into) > maxTextParam || !utf8.ValidString(*into) {
			return o, rest.BadField(name, fmt.Sprintf("must be text of at most %d bytes", maxTextParam))
		}
	}
	o.Players, err = h.playersParam(c)
	return o, err
}

// importCharset is the encoding that the media type names.
func importCharset(c echo.Context) (record.Charset, error) {
	_, params, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if err != nil {
		return record.Charset{}, nil // nothing is said
	}
	charset, err := record.ParseCharset(params["charset"])
	if err != nil {
		return charset, rest.NewProblem(rest.CodeUnsupportedMediaType, err.Error())
	}
	return charset, nil
}

// playersParam reads the ids of players by their names in the records. All must be
// registered, like every player of a game.
func (h *Handlers) playersParam(c echo.Context) (map[string]string, error) {
	text := c.QueryParam("players")
	if text == "" {
		return nil, nil
	}
	var players map[string]string
	if err := json.Unmarshal([]byte(text), &players); err != nil || len(players) > maxMappedPlayers {
		return nil, rest.BadField("players", fmt.Sprintf("must be a JSON object of at most %d ids by name", maxMappedPlayers))
	}
	for name, id := range players {
		_, err := h.Model.PlayerName(c.Request().Context(), id)
		if errors.Is(err, journal.ErrNotFound) {
			return nil, rest.BadField("players", fmt.Sprintf("there is no player %q, for %q", id, name))
		}
		if err != nil {
			return nil, err
		}
	}
	return players, nil
}
