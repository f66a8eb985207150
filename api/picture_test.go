package api

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/janggi"
)

func TestABoardIsDrawnAtAnyMoment(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	if empty := m.cho.get(m.path + "/board.svg").is(http.StatusOK); bytes.Contains(empty.body, []byte("<use")) {
		t.Error("there are pieces on the board before the start")
	}
	m.setUp("HEEH", "EHHE")
	start := janggi.StartPosition(janggi.HEEH, janggi.EHHE)
	m.cho.get(m.path+"/board.svg").is(http.StatusOK).has(start.FEN(), `href="#cho-general"`)
	g := m.play("a4b4", "a7b7")
	m.cho.get(m.path + "/board.svg").is(http.StatusOK).has(*g.FEN)
	m.cho.get(m.path+"/board.svg?ply=0&flip=true&lang=ko&marks=none&width=300").is(http.StatusOK).has(start.FEN(), `width="300"`)
	m.cho.get(m.path + "/board.svg?ply=3").problem(rest.CodeNotFound)
	m.cho.get(m.path+"/film.svg?delay_ms=500").is(http.StatusOK).has("2 turns", "animateTransform")

	picture := m.cho.get(m.path + "/board.png?width=300").is(http.StatusOK)
	img, err := png.Decode(bytes.NewReader(picture.body))
	if err != nil || img.Bounds().Dx() != 300 {
		t.Errorf("a PNG of %v, %v", img, err)
	}
}

func TestPicturesAreRevalidated(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	for _, path := range []string{"/board.svg", "/board.png", "/film.svg", "/board.png?width=200"} {
		first := m.cho.get(m.path + path).is(http.StatusOK)
		if keep := first.header.Get("Cache-Control"); keep != "no-cache" {
			t.Errorf("%s: Cache-Control %q", path, keep)
		}
		etag := first.header.Get("ETag")
		if again := m.cho.get(m.path+path, "If-None-Match", etag).is(http.StatusNotModified); len(again.body) > 0 {
			t.Errorf("%s: a 304 with a body", path)
		}
		other := strings.Replace(path, "?", "?flip=true&", 1)
		if other == path {
			other += "?flip=true"
		}
		m.cho.get(m.path+other, "If-None-Match", etag).is(http.StatusOK)
	}
	before := m.cho.get(m.path + "/board.svg").header.Get("ETag")
	m.play("a4b4")
	m.cho.get(m.path+"/board.svg", "If-None-Match", before).is(http.StatusOK)
}

func TestPicturesOfAFinishedGameMayBeKept(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.play("a4b4", "a7b7")
	m.han.post(m.path+"/resign", nil).is(http.StatusOK)
	if keep := m.cho.get(m.path + "/board.svg").header.Get("Cache-Control"); keep != "public, max-age=3600" {
		t.Errorf("Cache-Control %q", keep)
	}
}

func TestAPrivateGameIsDrawnForItsPlayersAlone(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	owner, stranger := s.guest("Owner"), s.guest("Stranger")
	g := owner.create(`{"visibility":"private"}`)
	for _, path := range []string{"/board.svg", "/board.png", "/film.svg"} {
		path = "/v1/games/" + g.ID + path
		if keep := owner.get(path).is(http.StatusOK).header.Get("Cache-Control"); keep != "private, no-cache" {
			t.Errorf("%s: Cache-Control %q", path, keep)
		}
		stranger.get(path).problem(rest.CodeNotFound)
		s.get(path, "").problem(rest.CodeNotFound)
	}
}

func TestAPositionWithoutAGameIsDrawn(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	start := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	fen := "?fen=" + url.QueryEscape(start.FEN())
	svg := s.get("/v1/board.svg"+fen+"&lang=letters", "").is(http.StatusOK).has(start.FEN())
	if keep := svg.header.Get("Cache-Control"); keep != "public, max-age=86400" {
		t.Errorf("Cache-Control %q", keep)
	}
	if _, err := png.Decode(bytes.NewReader(s.get("/v1/board.png"+fen, "").is(http.StatusOK).body)); err != nil {
		t.Error(err)
	}
	s.get("/v1/board.svg?fen=nonsense", "").problem(rest.CodeInvalidPosition)
}

func TestPicturesRefuseWhatTheyCannotDraw(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	for query, field := range map[string]string{
		"flip=perhaps": "flip", "lang=xx": "lang", "marks=": "marks", "marks=a11": "marks", "width=99": "width", "width=1201": "width", "ply=x": "ply",
	} {
		if p := m.cho.get(m.path + "/board.svg?" + query).problem(rest.CodeBadRequest); p.Field != field {
			t.Errorf("%s: field %q", query, p.Field)
		}
	}
	if p := s.get("/v1/board.svg", "").problem(rest.CodeBadRequest); p.Field != "fen" {
		t.Errorf("without a FEN: field %q", p.Field)
	}
	m.cho.get(m.path + "/film.svg?delay_ms=99").problem(rest.CodeBadRequest)
}

func TestPicturesAreLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true})
	fen := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	path := "/v1/board.svg?width=100&fen=" + url.QueryEscape(fen.FEN())
	for range 1000 {
		if r := s.get(path, ""); r.status != http.StatusOK {
			r.problem(rest.CodeRateLimited)
			return
		}
	}
	t.Error("a thousand pictures without a limit")
}
