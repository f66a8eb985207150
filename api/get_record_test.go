package api

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/text/encoding/korean"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/journal/records"
)

func TestAGameIsDownloadedInEveryFormat(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.play("i4h4", "a7b7", "pass")
	tests := []struct{ format, media, want string }{
		{"", "text/x-gib; charset=utf-8", "1. 79졸78 2. 41병42 3. 한수쉼"},
		{"gib", "text/x-gib; charset=utf-8", "[초차림 \"마상상마\"]"},
		{"pgn", "application/vnd.chess-pgn; charset=utf-8", "[White \"Cho\"]"},
		{"uci", "text/plain; charset=utf-8", "w - - 0 1 moves i4h4 a7b7 e2e2\n"},
		{"json", "application/json", `"moves":["i4h4","a7b7","pass"]`},
	}
	for _, test := range tests {
		query := ""
		if test.format != "" {
			query = "?format=" + test.format
		}
		r := s.get(m.path+"/record"+query, "").is(http.StatusOK).has(test.want)
		if media := r.header.Get("Content-Type"); media != test.media {
			t.Errorf("%s is %s", test.format, media)
		}
		extension := test.format
		if extension == "" {
			extension = "gib"
		}
		if file := r.header.Get("Content-Disposition"); file != `attachment; filename="`+m.id+"."+extension+`"` {
			t.Errorf("%s is called %s", test.format, file)
		}
	}
	s.get(m.path+"/record?format=sgf", "").problem(rest.CodeBadRequest)
	s.get(m.path+"/record?format=pgn&charset=cp949", "").problem(rest.CodeBadRequest)
	waiting := m.cho.create("")
	m.cho.get("/v1/games/" + waiting.ID + "/record").problem(rest.CodeGameNotStarted)
}

func TestClocksAreInTheRecord(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started(`{"time_control":{"type":"fischer","initial_ms":600000,"increment_ms":5000}}`)
	m.play("i4h4", "a7b7")
	s.get(m.path+"/record?format=pgn", "").is(http.StatusOK).has(`[TimeControl "600+5"]`, "[%clk 0:10:0", "[%emt 0:00:00")
	s.get(m.path+"/record?format=json", "").is(http.StatusOK).has(`"turn_clocks":[{"spent_ms":`, `"time_control":{"increment_ms":5000,"initial_ms":600000,"type":"fischer"}`)
}

func TestAGibInCP949(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	lines, _ := s.guest("Ann").imports("", strings.Replace(gibHead, "김초", "김😀초", 1)+"1. 79졸78")
	r := s.get("/v1/games/"+*lines[0].ID+"/record?charset=cp949", "").is(http.StatusOK)
	text, err := korean.EUCKR.NewDecoder().Bytes(r.body)
	if err != nil || !bytes.Contains(text, []byte("[초대국자 \"김?초\"]")) || !bytes.Contains(text, []byte("1. 79졸78")) {
		t.Errorf("%v in\n%s", err, text)
	}
}

func TestWhatIsExportedIsThereAlready(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	_, end := ann.imports("?label=file:sample", sampleGib(t))
	for _, format := range []string{"gib", "gib&charset=cp949", "pgn", "json"} {
		file := s.get("/v1/records?label=file:sample&after_position="+end.Position+"&format="+format, "").is(http.StatusOK)
		lines, again := ann.imports("", file.body)
		if again.Summary.Read != 49 || again.Summary.AlreadyThere != 49 {
			t.Errorf("%s: %+v", format, again.Summary)
			for _, line := range lines {
				if line.Status != records.AlreadyThere {
					t.Logf("%+v", line)
				}
			}
		}
	}
	one := s.get("/v1/records?format=uci&tag="+url.QueryEscape("초대국자:초 기사 71")+"&after_position="+end.Position, "").is(http.StatusOK)
	if n := bytes.Count(one.body, []byte("\n")); n == 0 || n > 10 {
		t.Errorf("%d games of one player", n)
	}
}
