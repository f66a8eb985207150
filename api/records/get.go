package records

import (
	"bytes"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/korean"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/records"
	"github.com/janggid/janggid/domain/record"
)

// Get answers with the record of a game.
//
//	@ID getRecord
//	@Summary Download the game record
//	@Description The game as a record: Korean (`gib`, in UTF-8 or CP949), PGN, the position and moves as engines are told them (`uci`), or this server's JSON. Importing it gives the same game, as far as the format can carry it (docs/records.md).
//	@Tags records
//	@Produce text/x-gib
//	@Param format query record.Format false "Format; without it and `charset` the `Accept` header chooses, else gib"
//	@Param charset query string false "Encoding of a gib" Enums(utf-8, cp949) default(utf-8)
//	@Success 200 {string} string "The record"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 409 {object} rest.Problem "game_not_started"
//	@x-traits ["game","anyone","store","record","bounded by calculations"]
//	@Router /v1/games/{id}/record [get]
func (h *Handlers) Get(c echo.Context) error {
	g, _, err := h.Access.Read(c)
	if err != nil {
		return err
	}
	as, err := recordForm(c, rest.MimeJSON)
	if err != nil {
		return err
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	var file bytes.Buffer
	started, err := h.writeRecord(c, as.writer(&file), g, as.format)
	if err != nil {
		return err
	}
	if !started {
		return rest.NewProblem(rest.CodeGameNotStarted, "there is no record before the game starts")
	}
	as.setHeader(c, g.ID)
	return rest.WriteBytes(c, http.StatusOK, as.contentType(), file.Bytes())
}

// writeRecord writes the record of a game; false if the game has not started.
func (h *Handlers) writeRecord(c echo.Context, out io.Writer, g *journal.Game, f record.Format) (bool, error) {
	ctx := c.Request().Context()
	players, err := h.Views.Seats(ctx, g.State.Seats)
	if err != nil {
		return false, err
	}
	var names [2]string
	for side, p := range [2]*view.Player{players.Cho, players.Han} {
		if p != nil {
			names[janggi.Side(side)] = p.Name
		}
	}
	written, started, err := records.Export(ctx, h.Journal, g, names)
	if err != nil || !started {
		return false, err
	}
	return true, written.WriteTo(out, f)
}

// form is the format and encoding of a record.
type form struct {
	format record.Format
	cp949  bool
	many   bool
}

// recordForm reads how a record is asked for: by the query, or else by the Accept
// header. JSON is offered under media types of the endpoint's own.
func recordForm(c echo.Context, asJSON ...string) (f form, err error) {
	f.format = record.Gib
	if !c.QueryParams().Has("format") && !c.QueryParams().Has("charset") {
		c.Response().Header().Add(echo.HeaderVary, echo.HeaderAccept)
		f.format = preferredFormat(c, asJSON)
	}
	if name := c.QueryParam("format"); name != "" {
		if f.format, err = record.ParseFormat(name); err != nil {
			return f, rest.BadField("format", "must be gib, pgn, uci or json")
		}
	}
	switch c.QueryParam("charset") {
	case "", "utf-8":
	case "cp949":
		if f.cp949 = true; f.format != record.Gib {
			return f, rest.BadField("charset", "only a gib can be in cp949")
		}
	default:
		return f, rest.BadField("charset", "must be utf-8 or cp949")
	}
	return f, nil
}

// preferredFormat is the format that the client accepts most gladly, gib where it
// does not say.
func preferredFormat(c echo.Context, asJSON []string) record.Format {
	media := append([]string{record.Gib.MediaType(), record.PGN.MediaType(), record.UCI.MediaType()}, asJSON...)
	switch chosen := rest.Preferred(c, media...); chosen {
	case record.Gib.MediaType():
		return record.Gib
	case record.PGN.MediaType():
		return record.PGN
	case record.UCI.MediaType():
		return record.UCI
	}
	return record.JSON
}

func (f form) contentType() string {
	switch {
	case f.format == record.JSON && f.many:
		return rest.MimeNDJSON
	case f.format == record.JSON:
		return rest.MimeJSON
	case f.cp949:
		return f.format.MediaType() + "; charset=euc-kr" // the registered name; all who know it read CP949
	}
	return f.format.MediaType() + "; charset=utf-8"
}

func (f form) setHeader(c echo.Context, name string) {
	header := c.Response().Header()
	header.Set(echo.HeaderContentDisposition, `attachment; filename="`+name+"."+string(f.format)+`"`)
	rest.VariesByAsker(header)
	header.Set(echo.HeaderCacheControl, "no-cache")
}

// writer encodes UTF-8. Letters that CP949 lacks become question marks.
func (f form) writer(out io.Writer) io.Writer {
	if !f.cp949 {
		return out
	}
	return encoding.ReplaceUnsupported(korean.EUCKR.NewEncoder()).Writer(substitutes{out})
}

// substitutes writes question marks for the control character that replaces
// letters without an encoding. CP949 has it within no other letter.
type substitutes struct{ out io.Writer }

func (s substitutes) Write(b []byte) (int, error) {
	if _, err := s.out.Write(bytes.ReplaceAll(b, []byte{encoding.ASCIISub}, []byte("?"))); err != nil {
		return 0, err
	}
	return len(b), nil
}
