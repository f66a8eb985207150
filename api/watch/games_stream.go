package watch

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal"
)

// maxStreamGames is how many games one stream may carry.
const maxStreamGames = 100

// Games tells what happens in many games: those named, or all public ones.
//
//	@ID streamGames
//	@Summary Watch many games live, or everything public
//	@Description With `games` the streams of these games in one, each as `GET /v1/games/{id}/stream` has it. Without, the feed of everything public, for leagues and archives: an `event` frame for each event of a public game, in the order of the store, from a position on or from now; `types` and `label` pick.
//	@Tags live
//	@Produce text/event-stream
//	@Param games query string false "Ids of up to 100 games, with commas between them"
//	@Param types query string false "Feed: types of events, with commas between them"
//	@Param label query []string false "Feed: only games with this label, as `key:value`; given several times, with all of them" collectionFormat(multi)
//	@Success 200 {string} string "Frames"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 404 {object} rest.Problem "not_found"
//	@x-traits ["stream","store"]
//	@Router /v1/stream [get]
func (s *Streams) Games(c echo.Context) error {
	viewer, invalid := s.Access.StreamIdentity(c)
	leave, err := s.Access.Admit(c, viewer)
	if err != nil {
		return err
	}
	defer leave()
	if invalid != nil {
		return invalid
	}
	query := c.QueryParams()
	if !query.Has("games") {
		return s.feedStream(c)
	}
	if query.Has("types") || query.Has("label") {
		return rest.BadField("games", "goes without types and label")
	}
	ids := strings.Split(query.Get("games"), ",")
	if len(ids) > maxStreamGames {
		return rest.BadField("games", "names at most "+strconv.Itoa(maxStreamGames))
	}
	games := make([]*journal.Game, len(ids))
	named := map[string]bool{}
	for i, id := range ids {
		if named[id] {
			return rest.BadField("games", "names "+id+" twice")
		}
		named[id] = true
		if games[i], err = s.Access.Visible(c.Request().Context(), id, viewer, false); err != nil {
			return err
		}
	}
	return s.follow(c, games, viewer)
}

func (s *Streams) feedStream(c echo.Context) error {
	var wants feedFilter
	var err error
	if c.QueryParams().Has("types") {
		wants.types = strings.Split(c.QueryParam("types"), ",")
		for _, eventType := range wants.types {
			if !journal.IsGameEvent(eventType) {
				return rest.BadField("types", "there is no type of event "+strconv.Quote(eventType))
			}
		}
	}
	if wants.labels, err = rest.LabelsParam(c); err != nil {
		return err
	}
	text, resumes := rest.ResumeAfter(c)
	if !resumes {
		return s.answerFeed(c, wants, nil)
	}
	from, ok := parseFeedCursor(text)
	if !ok {
		return rest.BadField("from", "must be a position, or a cursor of this stream")
	}
	return s.answerFeed(c, wants, &from)
}
