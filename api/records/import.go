package records

import (
	"context"
	"errors"
	"io"
	"mime"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
	"github.com/janggid/janggid/eventstore"
)

const (
	// MaxImport is the longest file of records, in bytes. It is read as it comes and
	// never held in memory as a whole.
	MaxImport = 64 << 20

	// importPause is how long a client may send nothing of a file.
	importPause = 30 * time.Second

	// importRate is the least average rate of a client, in bytes a second, after a
	// first importPause.
	importRate = 4 << 10
)

// Imported is the outcome of one record, a line of the answer to an import.
type Imported struct {
	Game       int            `json:"game"`           // of the file, from 1
	Line       int            `json:"line,omitempty"` // of the file on which it begins
	Status     records.Status `json:"status"`
	ID         *string        `json:"id"` // null where no game was made of it
	ExternalID string         `json:"external_id,omitempty"`
	Turns      int            `json:"turns"`   // that the game has
	Written    int            `json:"written"` // that the record has
	Outcome    *view.Outcome  `json:"outcome"`
	Replaces   string         `json:"replaces,omitempty"` // id of the game that this one corrects
	Cut        *game.Cut      `json:"cut,omitempty"`      // where the record leaves the rules
	Reason     string         `json:"reason,omitempty"`   // why no game was made of it
	Warnings   []warningView  `json:"warnings"`
} // @name ImportedRecord

type warningView struct {
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
} // @name ImportWarning

// ImportSummary is the last line of the answer.
type ImportSummary struct {
	Summary  records.Summary `json:"summary"`
	Position string          `json:"position"`          // of the store, that shows all that was kept
	Problem  *rest.Problem   `json:"problem,omitempty"` // what ended the import early
} // @name ImportSummary

// Import makes games of the records in a file.
//
//	@ID importRecords
//	@Summary Import game records
//	@Description Takes a file of one or many games: `.gib` in CP949 or UTF-8, PGN with `Variant "Janggi"`, UCI move lists, or this server's JSON. Each becomes a game under the preset `record`, with `source` saying where it came from. The answer has a line for each game, as they are done, then the summary. A record that leaves the rules is cut there. The same game again adds nothing; another record under the same external id replaces the game.
//	@Tags records
//	@Produce application/x-ndjson
//	@Param format query record.Format false "Format of the file; detected unless given, or told by the Content-Type"
//	@Param label query []string false "A label for every game, as `key:value`; may be given several times" collectionFormat(multi)
//	@Param visibility query string false "Visibility of the games" Enums(public, unlisted) default(public)
//	@Param players query string false "Players by the names in the records, as a JSON object of ids: `{\"김초\":\"0192…\"}`. Others are known by name only"
//	@Param external_id query string false "Your id of the only game of the file"
//	@Param external_id_tag query string false "Name of the tag that has your id of each game; JSON records may have `external_id`"
//	@Param file query string false "Name of the file, to stand in `source`"
//	@Success 200 {object} Imported "A line a game, then the summary"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 413 {object} rest.Problem "too_large"
//	@Failure 415 {object} rest.Problem "unsupported_media_type"
//	@x-traits ["token","limited by imports","bounded by import-runs","new game","charged by imported-bytes-a-day","charged by imported-turns-a-day","record file","import answer"]
//	@Router /v1/imports [post]
func (h *Handlers) Import(c echo.Context) error {
	identity, err := h.Access.RequireWithin(c, limit.Imports)
	switch {
	case err != nil:
		return err
	case c.Request().ContentLength > MaxImport:
		return rest.NewProblem(rest.CodeTooLarge, "a file of records may have 64 MiB")
	}
	ctx := c.Request().Context()
	options, err := h.importOptions(c)
	if err != nil {
		return err
	}
	if err := h.RoomForMore(); err != nil {
		return err
	}
	done, err := h.Limits.Hold(c, limit.ImportRuns)
	defer done()
	if err != nil {
		return err
	}
	budget := importBudget{limiter: h.Limits.Limiter, roomForMore: h.RoomForMore, from: rest.ClientAddress(c)}
	if err := budget.fits(c.Request().ContentLength); err != nil {
		return rest.RateProblem(c, *err)
	}
	if err := h.Access.EnsurePlayer(ctx, identity); err != nil {
		return err
	}
	id := rest.RequestID(c) // from here on another goroutine writes the answer, its header too
	options.ImportedBy, options.Correlation, options.At = identity.Player, id, h.Now()
	options.Bulk = h.bulk(rest.Address(c))
	file := uploadOf(c, budget)
	defer file.Close()
	answer := newLines(c, file.Abandon)
	var last eventstore.Position
	// A body that ends early cancels the request, whose games are still to be
	// stored: only an error of reading or writing ends the import.
	summary, err := records.Import(context.WithoutCancel(ctx), h.Journal, file, options, func(e records.Entry) error {
		last = max(last, e.Position)
		if e.Err != nil {
			h.Log.WarnContext(ctx, "a game could not be imported", "request_id", id, "game", e.Game, "error", e.Err)
		}
		if err := budget.store(e); err != nil {
			return err
		}
		return answer.add(viewImported(e))
	})
	file.Drain()
	if err != nil && !answer.begun() {
		answer.end(nil)
		return err
	}
	if summary.Read == 0 && err == nil {
		answer.end(nil)
		return rest.NewProblem(rest.CodeBadRequest, "there is no record in the file")
	}
	end := ImportSummary{Summary: summary, Position: last.String()}
	if err != nil {
		end.Problem = view.ProblemOf(err)
		h.Log.WarnContext(ctx, "import ended early", "request_id", id, "error", err)
	}
	if err := answer.end(end); err != nil {
		return err
	}
	file.Linger()
	return nil
}

func viewImported(e records.Entry) Imported {
	v := Imported{
		Game: e.Game, Line: e.Line, Status: e.Status, ExternalID: e.ExternalID, Turns: e.Turns, Written: e.Written,
		Outcome: view.NewOutcome(e.Outcome), Replaces: e.Replaces, Cut: e.Cut, Reason: e.Why, Warnings: make([]warningView, len(e.Warnings)),
	}
	if e.ID != "" {
		v.ID = &e.ID
	}
	for i, w := range e.Warnings {
		v.Warnings[i] = warningView{Line: w.Line, Text: w.Text}
	}
	return v
}

// importFormat is the format that the query or the media type names; "" if neither
// does.
func importFormat(c echo.Context) (record.Format, error) {
	if name := c.QueryParam("format"); name != "" {
		f, err := record.ParseFormat(name)
		if err != nil {
			return "", rest.BadField("format", "must be gib, pgn, uci or json")
		}
		return f, nil
	}
	header := c.Request().Header.Get(echo.HeaderContentType)
	media, _, err := mime.ParseMediaType(header)
	f, known := record.FormatOfMediaType(media)
	if header != "" && err != nil || !known {
		return "", rest.NewProblem(rest.CodeUnsupportedMediaType, "send text/plain, text/x-gib, application/vnd.chess-pgn, text/x-uci or application/json")
	}
	return f, nil
}

// upload is a file in a request's body. It ends with an error if the client pauses
// for too long, or is too slow on average.
type upload struct {
	*rest.Duplex
	began    time.Time
	received int64
	budget   importBudget
}

func uploadOf(c echo.Context, budget importBudget) *upload {
	return &upload{Duplex: rest.OpenDuplex(c), began: time.Now(), budget: budget}
}

// deadline is when the next bytes must have arrived.
func (u *upload) deadline() time.Time {
	pause := time.Now().Add(importPause)
	slowest := u.began.Add(importPause + time.Duration(u.received)*time.Second/importRate)
	if slowest.Before(pause) {
		return slowest
	}
	return pause
}

func (u *upload) Read(b []byte) (int, error) {
	left := MaxImport - u.received
	if left < 0 {
		return 0, errImportTooLarge()
	}
	n, err := u.ReadUntil(b[:min(int64(len(b)), left+1)], u.deadline())
	if u.received += int64(n); u.received > MaxImport {
		return 0, errImportTooLarge()
	}
	if over := u.budget.read(n); over != nil {
		return 0, &records.ReadError{Err: over}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, &records.ReadError{Err: rest.NewProblem(rest.CodeBadRequest, "the file broke off").CausedBy(err)}
	}
	return n, err
}

func errImportTooLarge() error {
	return &records.ReadError{Err: rest.NewProblem(rest.CodeTooLarge, "a file of records may have 64 MiB")}
}
