package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
)

// placeForPreview is where the page has its tags for link previews.
const placeForPreview = "<!--preview-->"

// shownGame is what a preview tells of a game.
type shownGame struct {
	ID         string            `json:"id"`
	Status     string            `json:"status"`
	Visibility string            `json:"visibility"`
	DelayMS    int64             `json:"spectator_delay_ms"`
	Ply        int               `json:"ply"`
	Players    map[string]*named `json:"players"`
}

type named struct {
	Name string `json:"name"`
}

// preview is the page with the title and the picture of the game that its link
// leads to, for those who show links to people. They see what anybody sees who
// asks the API without a token, and nothing of a private or delayed game.
func (h *handler) preview(r *http.Request) []byte {
	var tags string
	if g, ok := h.gameOf(r); ok {
		tags = tagsFor(g, baseOf(r))
	}
	return bytes.Replace(h.page, []byte(placeForPreview), []byte(tags), 1)
}

// gameOf asks the API for the game of a link to it or to its room.
func (h *handler) gameOf(r *http.Request) (g shownGame, ok bool) {
	folder, last, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	collection := map[string]string{"game": "games", "room": "rooms"}[folder]
	if collection == "" || last == "" {
		return g, false
	}
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "/v1/"+collection+"/"+url.PathEscape(last), nil)
	if err != nil {
		return g, false
	}
	ask.RemoteAddr = r.RemoteAddr // limits hold for who follows the link
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip"} {
		if values := r.Header.Values(name); len(values) > 0 {
			ask.Header[name] = values
		}
	}
	answer := httptest.NewRecorder()
	h.api.ServeHTTP(answer, ask)
	if answer.Code != http.StatusOK || json.Unmarshal(answer.Body.Bytes(), &g) != nil {
		return g, false
	}
	return g, g.Visibility != "private" && g.DelayMS == 0
}

// baseOf is the address of this server, as the one who asks knows it.
func baseOf(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

func tagsFor(g shownGame, base string) string {
	name := func(side, unknown string) string {
		if p := g.Players[side]; p != nil {
			return cmp.Or(p.Name, unknown)
		}
		return unknown
	}
	title := name("cho", "Cho") + " – " + name("han", "Han") + " · Janggi"
	about := map[string]string{"waiting": "An open game: sit down and play.", "setup": "The game is about to begin.", "playing": "A game in play."}[g.Status]
	about = cmp.Or(about, "A finished game to look through.")
	var b strings.Builder
	meta := func(property, content string) {
		b.WriteString(`<meta property="` + property + `" content="` + html.EscapeString(content) + "\">\n")
	}
	meta("og:type", "website")
	meta("og:site_name", "Janggi")
	meta("og:title", title)
	meta("og:description", about)
	if g.Status == "playing" || g.Status == "ended" {
		meta("og:image", base+"/v1/games/"+url.PathEscape(g.ID)+"/board.png?width=600")
		meta("og:image:type", "image/png")
		meta("og:image:width", "600")
	}
	return b.String()
}
