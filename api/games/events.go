package games

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
)

type Events struct {
	GameID string       `json:"game_id"`
	Events []view.Event `json:"events"`
	Next   *uint64      `json:"next"`            // from for the next page; null at the end
	Proof  *Proof       `json:"proof,omitempty"` // with the last events of a game that is over
} // @name EventPage

const (
	defaultEvents = 100
	maxEvents     = 1000
)

// Events answers with a game's history: a page as JSON, or all of it as NDJSON,
// an event a line, written while it is read.
//
//	@ID listEvents
//	@Summary Read the events
//	@Description The game's whole history, from which it can be rebuilt at any turn. `prev` in the metadata chains the events by SHA-256. As NDJSON (`Accept: application/x-ndjson`) all events from `from` on are streamed, one on each line, unless `limit` is given.
//	@Tags history
//	@Produce json
//	@Param from query int false "Revision of the first event; not together with `cursor`" minimum(0)
//	@Param cursor query string false "`next` of the page before"
//	@Param limit query int false "How many at most; as JSON, 100 unless given" minimum(1) maximum(1000)
//	@Success 200 {object} Events "A page of events, or a stream of them"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@x-traits ["game","anyone","store","event stream","bounded by calculations","bounded by exports"]
//	@Router /v1/games/{id}/events [get]
func (h *Handlers) Events(c echo.Context) error {
	ctx := c.Request().Context()
	g, err := h.Access.ReadNewest(c)
	if err != nil {
		return err
	}
	from, err := rest.StartParam(c)
	if err != nil {
		return err
	}
	c.Response().Header().Add(echo.HeaderVary, echo.HeaderAccept)
	streamed := rest.Preferred(c, rest.MimeJSON, rest.MimeNDJSON) == rest.MimeNDJSON
	fallback := defaultEvents
	if streamed {
		fallback = 0 // all
	}
	most, err := rest.IntParam(c, "limit", fallback, 1, maxEvents)
	if err != nil {
		return err
	}
	if streamed {
		leave, err := h.Limits.Hold(c, limit.Exports)
		defer leave()
		if err != nil {
			return err
		}
		return h.streamEvents(c, g, from, most)
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	page := Events{GameID: g.ID, Events: []view.Event{}}
	for r, err := range h.Journal.Events(ctx, g, from) {
		if err != nil {
			return err
		}
		if len(page.Events) == most {
			page.Next = &r.Revision
			break
		}
		v, err := view.NewEvent(r)
		if err != nil {
			return err
		}
		page.Events = append(page.Events, v)
	}
	if len(page.Events) > 0 && page.Next == nil {
		page.Proof = h.proofOf(g)
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, page)
}

func (h *Handlers) streamEvents(c echo.Context, g *journal.Game, from uint64, most int) error {
	c.Response().Header().Set(echo.HeaderContentType, rest.MimeNDJSON)
	enc := json.NewEncoder(c.Response())
	enc.SetEscapeHTML(false)
	sent := 0
	for r, err := range h.Journal.Events(c.Request().Context(), g, from) {
		if err != nil {
			return err
		}
		v, err := view.NewEvent(r)
		if err != nil {
			return err
		}
		if err := enc.Encode(v); err != nil {
			return err
		}
		if sent++; sent == most {
			break
		}
	}
	if !c.Response().Committed {
		c.Response().WriteHeader(http.StatusOK)
	}
	return nil
}
