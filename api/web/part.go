package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// part is a file of the page.
type part struct {
	contentType string
	cache       string
	plain       []byte
	compressed  func() []byte // made at the first request for it; nil where that gains nothing
	tag         string
}

// hashed are the names that a build gives to files: other contents have another
// name.
var hashed = regexp.MustCompile(`-[\w-]{8}\.\w+$`)

// worthCompressing is from how many bytes on a file is compressed: below, it
// fits into one packet anyway.
const worthCompressing = 1200

func newPart(name string, data []byte) *part {
	p := &part{contentType: typeOf(name), plain: data, tag: tagOf(data), cache: "no-cache"}
	if hashed.MatchString(name) {
		p.cache = "public, max-age=31536000, immutable"
	}
	if len(data) >= worthCompressing {
		p.compressed = sync.OnceValue(func() []byte { return compress(data) })
	}
	return p
}

func compress(data []byte) []byte {
	var buf bytes.Buffer
	w, _ := gzip.NewWriterLevel(&buf, gzip.BestCompression) // a level that there is
	w.Write(data)                                           // a buffer takes everything
	w.Close()
	return buf.Bytes()
}

func typeOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".webmanifest":
		return "application/manifest+json"
	case ".js":
		return "text/javascript; charset=utf-8"
	default:
		return mime.TypeByExtension(ext)
	}
}

func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

func (p *part) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.contentType)
	h.Set("Cache-Control", p.cache)
	body, tag := p.plain, `"`+p.tag+`"`
	if p.compressed != nil {
		h.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			body, tag = p.compressed(), `"`+p.tag+`-gz"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func acceptsGzip(r *http.Request) bool {
	for _, coding := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.EqualFold(name, "gzip") {
			q := strings.TrimPrefix(strings.ReplaceAll(quality, " ", ""), "q=")
			weight, err := strconv.ParseFloat(q, 64)
			return q == "" || err == nil && weight > 0
		}
	}
	return false
}
