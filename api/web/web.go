// Package web serves the page: a board in the browser that uses nothing but the
// public API. Its files are built from the sources in this folder
// (npm run build), committed, and embedded, so that running the server takes no
// Node.
package web

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed all:dist
var dist embed.FS

// Handler serves the page, and leaves everything else to the API. Programs that
// ask for / get the API's index as before: the page is for those that accept
// HTML.
func Handler(api http.Handler) http.Handler {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is no name of a folder
	}
	page, err := fs.ReadFile(built, "index.html")
	if err != nil {
		panic(err) // the page was not built
	}
	h := &handler{api: api, page: page, version: tagOf(page), routes: readRoutes(), parts: map[string]*part{}}
	err = fs.WalkDir(built, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "index.html" {
			return err
		}
		data, err := fs.ReadFile(built, name)
		if err == nil {
			h.parts["/"+name] = newPart(name, data)
		}
		return err
	})
	if err != nil {
		panic(err) // an embedded file cannot be read
	}
	return h
}

type handler struct {
	api     http.Handler
	page    []byte
	version string // of the page, which names all its parts
	routes  []string
	parts   map[string]*part // by path
}

// securityPolicy lets the page load and reach nothing but this server, and run
// no script but its own files.
const securityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.api.ServeHTTP(w, r)
		return
	}
	if p, ok := h.parts[r.URL.Path]; ok {
		protect(w.Header())
		p.serve(w, r)
		return
	}
	if !h.isPage(r.URL.Path) || r.URL.Path == "/" && !acceptsHTML(r) {
		if r.URL.Path == "/" {
			w.Header().Add("Vary", "Accept")
		}
		h.api.ServeHTTP(w, r)
		return
	}
	h.servePage(w, r)
}

func (h *handler) servePage(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	protect(header)
	header.Set("Content-Security-Policy", securityPolicy)
	header.Set("X-Page-Version", h.version)
	header.Set("Cache-Control", "no-cache")
	header.Add("Vary", "Accept")
	newPart("index.html", h.preview(r)).serve(w, r)
}

// isPage tells whether the page has something to show at a path.
func (h *handler) isPage(at string) bool {
	for _, pattern := range h.routes {
		if ok, _ := path.Match(pattern, at); ok {
			return true
		}
	}
	return false
}

func acceptsHTML(r *http.Request) bool {
	return strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/html")
}

// protect sets what holds for the page and each of its parts.
func protect(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
}
