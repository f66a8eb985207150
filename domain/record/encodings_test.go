package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/unicode"
)

var scripts = []string{"José Núñez", "Привет", "Nguyễn Văn Đức", "日本 太郎", "김초", "Ünal", "ÿß", "♞🐎", "최", "Çelik", "Ж", "트", "한국"}

// gameOf is a game with a name and a comment in some script.
func gameOf(f Format, name string) string {
	switch f {
	case PGN:
		return fmt.Sprintf("[Event \"%s\"]\n[White \"%s\"]\n[Black \"b\"]\n[Variant \"Janggi\"]\n[Result \"*\"]\n\n1. i4h4 {%s} *\n\n", name, name, name)
	case JSON:
		return fmt.Sprintf(`{"players":{"cho":{"name":"%s"}},"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"comments":[{"ply":1,"text":"%s"}],"outcome":null}`+"\n", name, name)
	}
	return fmt.Sprintf("[대회명 \"%s\"]\n[초대국자 \"%s\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n[대국결과 \"초승\"]\n\n1. 79졸78 {%s}\n\n", name, name, name)
}

func checkNames(t *testing.T, what string, games []*Game, names ...string) {
	t.Helper()
	if len(games) != len(names) {
		t.Errorf("%s: %d games, want %d", what, len(games), len(names))
		return
	}
	for i, g := range games {
		if got := aboutGame(g.Tags).Players[0]; got != names[i] || len(g.Comments) != 1 || g.Comments[0].Text != names[i] {
			t.Errorf("%s: game %d is by %q, with the comments %v, want %q", what, i+1, got, g.Comments, names[i])
		}
	}
}

func cp949(t *testing.T, text string) string {
	t.Helper()
	raw, err := korean.EUCKR.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestNamesInEveryScriptComeOutAsTheyWentIn(t *testing.T) {
	for _, f := range []Format{Gib, PGN, JSON} {
		for _, name := range scripts {
			checkNames(t, string(f), readWhole(t, gameOf(f, name), f), name)
			checkNames(t, string(f)+" with a mark", readWhole(t, "\uFEFF"+gameOf(f, name), ""), name)
			utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(gameOf(f, name))
			if err != nil {
				t.Fatal(err)
			}
			checkNames(t, string(f)+" in UTF-16", readWhole(t, utf16, ""), name)
		}
	}
}

func TestCP949AndUTF8GamesInOneFile(t *testing.T) {
	for _, f := range []Format{Gib, PGN, JSON} {
		for _, name := range scripts {
			utf8, old := gameOf(f, name), cp949(t, gameOf(f, "김한"))
			checkNames(t, string(f)+", UTF-8 first", readWhole(t, utf8+old, f), name, "김한")
			checkNames(t, string(f)+", CP949 first", readWhole(t, old+utf8, f), "김한", name)
			checkNames(t, string(f)+", in turns", readWhole(t, old+utf8+old+utf8+utf8, f), "김한", name, "김한", name, name)
			checkNames(t, string(f)+", a mark first", readWhole(t, "\uFEFF"+utf8+old, f), name, "김한")
			if f != JSON {
				checkNames(t, string(f)+", a mark in the middle", readWhole(t, old+"\uFEFF"+utf8, f), "김한", name)
			}
		}
	}
}

// 트 is C6 AE in CP949, which is a letter in UTF-8 too, and é the other way round.
func TestACharsetDecides(t *testing.T) {
	read := func(text, charset string) []*Game {
		t.Helper()
		told, err := ParseCharset(charset)
		if err != nil {
			t.Fatal(err)
		}
		var games []*Game
		for g, err := range Read(context.Background(), strings.NewReader(text), Options{Format: PGN, Charset: told}) {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		return games
	}
	cyrillic, err := charmap.Windows1251.NewEncoder().String(gameOf(PGN, "Привет"))
	if err != nil {
		t.Fatal(err)
	}
	latin, err := charmap.ISO8859_1.NewEncoder().String(gameOf(PGN, "José"))
	if err != nil {
		t.Fatal(err)
	}
	checkNames(t, "euc-kr", read(cp949(t, gameOf(PGN, "트")), "euc-kr"), "트")
	checkNames(t, "cp949", read(cp949(t, gameOf(PGN, "트")), "CP949"), "트")
	checkNames(t, "utf-8", read(gameOf(PGN, "José"), "UTF-8"), "José")
	checkNames(t, "windows-1251", read(cyrillic, "windows-1251"), "Привет")
	checkNames(t, "iso-8859-1", read(latin, "iso-8859-1"), "José")
	checkNames(t, "nothing", read(gameOf(PGN, "José"), "us-ascii"), "José")
	if _, err := ParseCharset("klingon"); err == nil {
		t.Error("there is a charset klingon")
	}
}

// repeated gives a text as often as it must.
type repeated struct {
	text []string
	left int // bytes
	at   int
	rest string
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.rest == "" {
		if r.left <= 0 {
			return 0, io.EOF
		}
		r.rest = r.text[r.at%len(r.text)]
		r.at++
	}
	n := copy(b, r.rest)
	r.rest, r.left = r.rest[n:], r.left-n
	return n, nil
}

func TestALongFileIsReadAsItComes(t *testing.T) {
	size := 60 << 20
	if testing.Short() {
		size = 4 << 20
	}
	file := &repeated{text: []string{gameOf(PGN, "José"), cp949(t, gameOf(PGN, "김한")), gameOf(PGN, "Привет"), gameOf(PGN, "김초")}, left: size}
	names := []string{"José", "김한", "Привет", "김초"}
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	games := 0
	for g, err := range readPGN(file) {
		if err != nil {
			t.Fatal(err)
		}
		if name := g.Tag("White"); name != names[games%len(names)] {
			t.Fatalf("game %d is by %q", games+1, name)
		}
		if games++; games%50_000 == 0 {
			if runtime.ReadMemStats(&now); now.HeapAlloc > before.HeapAlloc+64<<20 {
				t.Fatalf("%d MiB are held after %d games", now.HeapAlloc>>20, games)
			}
		}
	}
	if games < size/200 {
		t.Errorf("%d games", games)
	}
}

func TestReadingStopsWithItsContext(t *testing.T) {
	gone := errors.New("the client has left")
	for _, f := range Formats() {
		ctx, cancel := context.WithCancelCause(t.Context())
		t.Cleanup(func() { cancel(nil) })
		text := gameOf(f, "김초")
		if f == UCI {
			text = "startpos moves i4h4\n"
		}
		games, failed := 0, 0
		for _, err := range Read(ctx, &repeated{text: []string{text}, left: 1 << 62}, Options{Format: f}) {
			if err == nil {
				games++
				cancel(gone)
				continue
			}
			if failed++; !errors.Is(err, gone) {
				t.Errorf("%s: %v", f, err)
			}
		}
		if failed != 1 || games > 64<<10/len(text)*2 {
			t.Errorf("%s: %d games and %d errors", f, games, failed)
		}
	}
}
