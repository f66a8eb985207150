package rest

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

// ReadBody reads the whole body of a request that has JSON or nothing.
func ReadBody(c echo.Context) ([]byte, error) { return ReadUpTo(c, maxBody, IsJSON) }

// ReadUpTo reads the whole body of a request, of at most so many bytes and of a
// type that is accepted.
func ReadUpTo(c echo.Context, most int64, accepted func(contentType string) bool) ([]byte, error) {
	r := c.Request()
	if r.ContentLength > most {
		return nil, tooLarge(most)
	}
	data, err := readWhole(c, most)
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return nil, tooLarge(most)
	}
	if err != nil {
		return nil, NewProblem(CodeBadRequest, "the body broke off").CausedBy(err)
	}
	if len(data) > 0 && !accepted(r.Header.Get(echo.HeaderContentType)) {
		return nil, NewProblem(CodeUnsupportedMediaType, "send Content-Type: application/json")
	}
	return data, CheckQuery(c)
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
	return NewProblem(CodeTooLarge, "a body may have "+strconv.FormatInt(most, 10)+" bytes")
}

// IsJSON accepts JSON in UTF-8. A request that names no type is taken to mean it.
func IsJSON(contentType string) bool {
	if contentType == "" || contentType == MimeJSON {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset, named := params["charset"]
	return err == nil && media == MimeJSON && (!named || strings.EqualFold(charset, "utf-8"))
}

// ReadInto reads a request's body into a struct, strictly.
func ReadInto(c echo.Context, dst any) error {
	data, err := ReadBody(c)
	if err != nil {
		return err
	}
	return body.Decode(data, dst)
}
