package api

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
)

// maxBody is the longest request body, in bytes.
const maxBody = 64 << 10

// readBody reads the whole body of a request that has JSON or nothing.
func readBody(c echo.Context) ([]byte, error) { return readUpTo(c, maxBody, isJSON) }

// readUpTo reads the whole body of a request, of at most so many bytes and of a
// type that is accepted.
func readUpTo(c echo.Context, most int64, accepted func(contentType string) bool) ([]byte, error) {
	r := c.Request()
	if r.ContentLength > most {
		return nil, tooLarge(most)
	}
	data, err := readWhole(c, most)
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return nil, tooLarge(most)
	}
	if err != nil {
		return nil, problem(CodeBadRequest, "the body broke off").causedBy(err)
	}
	if len(data) > 0 && !accepted(r.Header.Get(echo.HeaderContentType)) {
		return nil, problem(CodeUnsupportedMediaType, "send Content-Type: application/json")
	}
	return data, checkQuery(c)
}

// readWhole needs no more memory than the body where its length is known. A long
// one gets its memory only as it comes.
func readWhole(c echo.Context, most int64) ([]byte, error) {
	r := c.Request()
	if r.ContentLength < 0 || r.ContentLength > maxBody {
		return io.ReadAll(http.MaxBytesReader(c.Response(), r.Body, most))
	}
	data := make([]byte, r.ContentLength)
	_, err := io.ReadFull(r.Body, data)
	return data, err
}

func tooLarge(most int64) *Problem {
	return problem(CodeTooLarge, "a body may have "+strconv.FormatInt(most, 10)+" bytes")
}

// isJSON accepts JSON in UTF-8. A request that names no type is taken to mean it.
func isJSON(contentType string) bool {
	if contentType == "" || contentType == mimeJSON {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset, named := params["charset"]
	return err == nil && media == mimeJSON && (!named || strings.EqualFold(charset, "utf-8"))
}

// readInto reads a request's body into a struct, strictly.
func readInto(c echo.Context, dst any) error {
	data, err := readBody(c)
	if err != nil {
		return err
	}
	return body.Decode(data, dst)
}

// intParam reads a query parameter; absent is the fallback.
func intParam(c echo.Context, name string, fallback, least, most int) (int, error) {
	text := c.QueryParam(name)
	if text == "" && !c.QueryParams().Has(name) {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, badField(name, "must be a whole number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n, nil
}
