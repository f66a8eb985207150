package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/records"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	domainrecords "github.com/janggid/janggid/domain/journal/records"
)

// gibHead begins a record.
const gibHead = "[대회명 \"기왕전\"]\n[초대국자 \"김초\"]\n[한대국자 \"한한\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n[대국결과 \"초 시간승\"]\n\n"

// imports sends a file of records and reads the answer.
func (g guest) imports(query string, file any, headers ...string) ([]records.Imported, records.ImportSummary) {
	g.s.t.Helper()
	if len(headers) == 0 {
		headers = []string{"Content-Type", "text/plain"}
	}
	r := g.post("/v1/imports"+query, file, headers...).is(http.StatusOK)
	if media := r.header.Get("Content-Type"); media != rest.MimeNDJSON {
		g.s.t.Errorf("the answer is %s", media)
	}
	lines := bytes.Split(bytes.TrimSpace(r.body), []byte("\n"))
	views := make([]records.Imported, len(lines)-1)
	for i := range views {
		if err := json.Unmarshal(lines[i], &views[i]); err != nil {
			g.s.t.Fatal(err)
		}
	}
	var end records.ImportSummary
	if err := json.Unmarshal(lines[len(lines)-1], &end); err != nil {
		g.s.t.Fatal(err)
	}
	return views, end
}

func (s *testServer) verified(id string) {
	s.t.Helper()
	if err := journal.Verify(s.t.Context(), s.store, id); err != nil {
		s.t.Error(err)
	}
}

func sampleGib(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../domain/record/testdata/sample.gib")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAFileOfRecordsBecomesGames(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	lines, end := ann.imports("?label=league:2026&file=sample.gib", sampleGib(t))
	if len(lines) != 49 || end.Summary.Read != 49 || end.Summary.Kept != 49 || end.Summary.Cut != 0 || end.Problem != nil {
		t.Fatalf("%d lines, %+v", len(lines), end)
	}
	for _, line := range lines {
		s.verified(*line.ID)
		if line.Outcome == nil || line.Turns != line.Written {
			t.Errorf("%+v", line)
		}
	}
	g := ann.get("/v1/games/" + *lines[0].ID).game()
	if g.Status != game.Over || g.Ruleset.Preset != "record" || g.Source == nil || g.Source.Format != "gib" || g.Source.File != "sample.gib" || g.Source.ImportedBy != ann.id ||
		g.Players.Cho.Kind != game.Recorded || !strings.HasPrefix(g.Players.Cho.Name, "초 기사") || g.Labels["league"] != "2026" || g.RoomCode != nil {
		t.Errorf("the game is %+v", g)
	}
	again, end := ann.imports("?label=league:2026", sampleGib(t))
	if end.Summary.AlreadyThere != 49 || end.Summary.Kept != 0 || again[0].Status != domainrecords.AlreadyThere {
		t.Errorf("again: %+v", end.Summary)
	}
	other, end := s.guest("Ben").imports("", sampleGib(t))
	if end.Summary.AlreadyThere != 49 {
		t.Errorf("by somebody else: %+v, %+v", end.Summary, other[0])
	}
}

func TestGamesAreFoundByTagAndLabel(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	file := gibHead + "1. 79졸78\n\n" + strings.Replace(gibHead, "김초", "박초", 1) + "1. 71졸72\n"
	_, end := ann.imports("?label=league:a", file)
	for query, want := range map[string]int{
		"tag=" + url.QueryEscape("대회명:기왕전"):                                        2,
		"tag=" + url.QueryEscape("초대국자:김초"):                                        1,
		"tag=" + url.QueryEscape("초대국자:김초") + "&tag=" + url.QueryEscape("대회명:기왕전"): 1,
		"tag=" + url.QueryEscape("대회명:기왕전") + "&status=ended":                      2,
		"tag=" + url.QueryEscape("대회명:기왕전") + "&status=playing":                    0,
		"label=league:a&tag=" + url.QueryEscape("초대국자:박초"):                         1,
		"label=league:b&tag=" + url.QueryEscape("초대국자:박초"):                         0,
		"tag=" + url.QueryEscape("초대국자:없음"):                                        0,
		"label=league:a": 2,
	} {
		page := decoded[games.List](s.get("/v1/games?after_position="+end.Position+"&"+query, "").is(http.StatusOK))
		if len(page.Games) != want {
			t.Errorf("%s: %d games, want %d", query, len(page.Games), want)
		}
		for _, g := range page.Games {
			if g.Players.Cho == nil || g.Players.Cho.Name == "" {
				t.Errorf("%s: no name in %+v", query, g.Players.Cho)
			}
		}
	}
	s.get("/v1/games?tag=x", "").problem(rest.CodeBadRequest)
}

func TestAnIllegalMoveCutsItsGameAndNoOther(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	file := gibHead + "1. 79졸78 2. 41병42 3. 71졸81 4. 49병48\n\n" + gibHead + "1. 71졸72\n\n" + "[대회명 \"없음\"]\n\n1. 79졸78\n"
	lines, end := s.guest("Ann").imports("", file)
	byGame := map[int]records.Imported{}
	for _, line := range lines {
		byGame[line.Game] = line
	}
	cut := byGame[1]
	if cut.Cut == nil || cut.Cut.Ply != 3 || cut.Cut.Move != "71졸81" || cut.Cut.Reason != "not_a_move" || cut.Turns != 2 || cut.Written != 4 || cut.Status != domainrecords.Kept {
		t.Errorf("the cut one: %+v", cut)
	}
	if byGame[2].Status != domainrecords.Kept || byGame[2].Cut != nil || byGame[3].Status != domainrecords.Unreadable || byGame[3].Reason == "" {
		t.Errorf("the others: %+v, %+v", byGame[2], byGame[3])
	}
	want := domainrecords.Summary{Read: 3, Kept: 2, Cut: 1, Unreadable: 1}
	if got := end.Summary; got.Read != want.Read || got.Kept != want.Kept || got.Cut != want.Cut || got.Unreadable != want.Unreadable ||
		got.Reasons["illegal_move: not_a_move"] != 1 || got.Reasons["the record tells no start position"] != 1 {
		t.Errorf("summary %+v", got)
	}
	g := s.get("/v1/games/"+*cut.ID, "").game()
	if g.Ply != 2 || g.Outcome == nil || g.Outcome.Reason != janggi.EndTime || g.Source.Cut == nil {
		t.Errorf("the game is %+v", g)
	}
	s.verified(*cut.ID)
}

func TestACorrectedRecordReplacesTheGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	first, _ := ann.imports("?external_id=final", gibHead+"1. 79졸78")
	again, _ := ann.imports("?external_id=final", gibHead+"1. 79졸78")
	second, end := ann.imports("?external_id=final", gibHead+"1. 79졸78 2. 41병42")
	third, _ := ann.imports("?external_id=final", gibHead+"1. 79졸78 2. 49병48")
	backAgain, _ := ann.imports("?external_id=final", gibHead+"1. 79졸78 2. 49병48")
	if again[0].Status != domainrecords.AlreadyThere || second[0].Status != domainrecords.Replaced || second[0].Replaces != *first[0].ID || end.Summary.Replaced != 1 ||
		third[0].Replaces != *second[0].ID || backAgain[0].Status != domainrecords.AlreadyThere || *backAgain[0].ID != *third[0].ID {
		t.Fatalf("%+v\n%+v\n%+v\n%+v\n%+v", first, again, second, third, backAgain)
	}
	old := ann.get("/v1/games/" + *first[0].ID).game()
	if old.Superseded == nil || *old.Superseded != *second[0].ID || old.Ply != 1 {
		t.Errorf("the first version is %+v", old)
	}
	for _, v := range [][]records.Imported{first, second, third} {
		s.verified(*v[0].ID)
	}
	elsewhere, end := s.guest("Ben").imports("?external_id=final", gibHead+"1. 71졸72")
	if elsewhere[0].Status != domainrecords.Kept {
		t.Errorf("somebody else's id: %+v", elsewhere[0])
	}
	page := decoded[games.List](s.get("/v1/games?after_position="+end.Position+"&tag="+url.QueryEscape("대회명:기왕전"), "").is(http.StatusOK))
	if len(page.Games) != 2 || page.Games[1].ID != *third[0].ID {
		t.Errorf("the list has %d games", len(page.Games))
	}
}

func TestExternalIDsOfAFileStandInATag(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	tagged := func(id, moves string) string { return "[번호 \"" + id + "\"]\n" + gibHead + moves + "\n\n" }
	lines, end := s.guest("Ann").imports("?external_id_tag="+url.QueryEscape("번호"), tagged("1", "1. 79졸78")+tagged("2", "1. 71졸72")+tagged("1", "1. 79졸78 2. 한수쉼"))
	if end.Summary.Kept != 2 || end.Summary.Replaced != 1 {
		t.Errorf("%+v, %+v", end.Summary, lines)
	}
}

func TestPlayersAreIDsByAMapping(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann, ben := s.guest("Ann"), s.guest("Ben")
	lines, end := ann.imports("?players="+url.QueryEscape(`{"김초":"`+ben.id+`"}`), gibHead+"1. 79졸78")
	g := ben.get("/v1/games/" + *lines[0].ID).game()
	if g.Players.Cho.ID != ben.id || g.Players.Cho.Name != "Ben" || g.Players.Han.Kind != game.Recorded || g.Players.Han.Name != "한한" {
		t.Errorf("players %+v, %+v", g.Players.Cho, g.Players.Han)
	}
	s.verified(g.ID)
	page := decoded[games.List](s.get("/v1/games?player="+ben.id+"&after_position="+end.Position, "").is(http.StatusOK))
	if len(page.Games) != 1 {
		t.Errorf("Ben has %d games", len(page.Games))
	}
	ben.post("/v1/games/"+g.ID+"/moves", map[string]string{"move": "pass"}).problem(rest.CodeGameOver)
	ann.post("/v1/imports?players="+url.QueryEscape(`{"김초":"nobody"}`), gibHead, "Content-Type", "text/plain").problem(rest.CodeBadRequest)
}

func TestWhatAnImportRefuses(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	s.post("/v1/imports", "", gibHead, "Content-Type", "text/plain").problem(rest.CodeUnauthenticated)
	if p := ann.post("/v1/imports", gibHead, "Content-Type", "image/png").problem(rest.CodeUnsupportedMediaType); strings.Contains(p.Title, "JSON") || !strings.Contains(p.Detail, "text/x-gib") {
		t.Errorf("an image is refused with %q, %q", p.Title, p.Detail)
	}
	ann.post("/v1/imports?format=sgf", gibHead, "Content-Type", "text/plain").problem(rest.CodeBadRequest)
	ann.post("/v1/imports?visibility=private", gibHead, "Content-Type", "text/plain").problem(rest.CodeBadRequest)
	ann.post("/v1/imports?label=x", gibHead, "Content-Type", "text/plain").problem(rest.CodeBadRequest)
	ann.post("/v1/imports", strings.Repeat("\n", records.MaxImport+1), "Content-Type", "text/plain").problem(rest.CodeTooLarge)
	for _, file := range []string{"", " \n\n"} {
		ann.post("/v1/imports", file, "Content-Type", "text/plain").problem(rest.CodeBadRequest)
	}
}

func TestEveryFormatIsTakenAndDetected(t *testing.T) {
	const fen = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
	files := []struct{ name, media, file string }{
		{"gib", "text/x-gib", gibHead + "1. 79졸78 2. 41병42"},
		{"pgn", "application/vnd.chess-pgn", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Variant \"Janggi\"]\n[FEN \"" + fen + "\"]\n\n1. Pih4 Pab7 1-0\n"},
		{"uci", "text/x-uci", "position startpos moves i4h4 a7b7\n"},
		{"json", "application/json", `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4","a7b7"],"players":{"cho":{"name":"A"}},"outcome":{"reason":"resignation","result":"cho"}}`},
	}
	for _, f := range files {
		s := newTestServer(t, serverOptions{})
		ann := s.guest("Ann")
		for _, media := range []string{"text/plain", f.media} {
			lines, end := ann.imports("", f.file, "Content-Type", media)
			if len(lines) != 1 || lines[0].ID == nil || lines[0].Turns != 2 || end.Summary.Unreadable != 0 {
				t.Fatalf("%s as %s: %+v, %+v", f.name, media, lines, end)
			}
			g := ann.get("/v1/games/" + *lines[0].ID).game()
			if g.Source.Format != f.name || g.Moves[0].String() != "i4h4" {
				t.Errorf("%s as %s became %+v", f.name, media, g.Source)
			}
			s.verified(g.ID)
		}
	}
}

func TestAnUploadThatBreaksOffKeepsItsWholeGames(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("Ann")
	file := ""
	for _, moves := range []string{"1. 79졸78", "1. 71졸72", "1. 한수쉼", "1. 79졸"} {
		file += gibHead + moves + "\n\n"
	}
	address := strings.TrimPrefix(s.url, "http://")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/imports HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s",
		address, ann.token, len(file)+1000, file)
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	lines := bytes.Split(bytes.TrimSpace(body), []byte("\n"))
	var end records.ImportSummary
	if bad := json.Unmarshal(lines[len(lines)-1], &end); bad != nil || err != nil {
		t.Fatal(bad, err)
	}
	if end.Summary.Kept != 3 || end.Problem == nil || end.Problem.Code != rest.CodeBadRequest {
		t.Errorf("%d lines, %s", len(lines), lines[len(lines)-1])
	}
}

func TestAnImportTakesTheCharsetOfItsMediaType(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("ann")
	file := "[White \"\xcf\xf0\xe8\xe2\xe5\xf2\"]\n[Variant \"Janggi\"]\n[Result \"1-0\"]\n\n1. i4h4 1-0\n" // Привет in Windows-1251
	views, _ := ann.imports("?format=pgn", file, "Content-Type", "text/plain; charset=windows-1251")
	if len(views) != 1 || views[0].ID == nil {
		t.Fatalf("%+v", views)
	}
	s.get("/v1/games/"+*views[0].ID, "").is(http.StatusOK).has(`"name":"Привет"`)
	ann.post("/v1/imports", file, "Content-Type", "text/plain; charset=klingon").is(http.StatusUnsupportedMediaType).problem(rest.CodeUnsupportedMediaType)
}

func TestWhatSaysNothingOfJanggiIsNotStored(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	ann := s.guest("ann")
	for _, file := range []string{"[Event \"t\"]", "hello world", "<html><body>1. x</body></html>", "[Event \"t\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0", "; nothing\n"} {
		views, end := ann.imports("", file)
		if end.Summary.Unreadable != len(views) || end.Summary.Kept != 0 {
			t.Errorf("%q: %+v", file, end.Summary)
		}
	}
}
