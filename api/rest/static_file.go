package rest

import (
	"bytes"
	"net/http"
	"strconv"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/labstack/echo/v4"
)

// StaticFile is an answer that never changes while the server runs.
type StaticFile struct {
	contentType string
	plain       []byte
	etag        string
	compressed  func() ([]byte, error) // made at the first request for it
}

func NewStaticFile(contentType string, data []byte) *StaticFile {
	return &StaticFile{
		contentType: contentType,
		plain:       data,
		etag:        `"` + strconv.FormatUint(xxhash.Sum64(data), 36) + `"`,
		compressed: sync.OnceValues(func() ([]byte, error) {
			var buf bytes.Buffer
			err := compress(&buf, data)
			return buf.Bytes(), err
		}),
	}
}

// Write answers with the file, or says that the client has it.
func (f *StaticFile) Write(c echo.Context) error {
	header := c.Response().Header()
	header.Set(HeaderETag, f.etag)
	mayCompress := compressible(c, f.contentType, len(f.plain))
	if mayCompress {
		varyByEncoding(header)
	}
	if NotModified(c, f.etag) {
		return c.NoContent(http.StatusNotModified)
	}
	if !mayCompress || !acceptsGzip(c) {
		return writePlain(c, http.StatusOK, f.contentType, f.plain)
	}
	data, err := f.compressed()
	if err != nil {
		return err
	}
	markCompressed(header)
	return writePlain(c, http.StatusOK, f.contentType, data)
}
