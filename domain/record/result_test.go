package record

import (
	"fmt"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestResultWordings(t *testing.T) {
	tests := []struct{ declared, want string }{ // result, reason, margin
		{"초 완승", "cho resignation 0"},
		{"한 완승", "han resignation 0"},
		{"초 기권승", "cho resignation 0"},
		{"초 기권패", "han resignation 0"},
		{"한 기권", "cho resignation 0"},
		{"초 불계승", "cho resignation 0"},
		{"한 시간승", "han time 0"},
		{"한 시간패", "cho time 0"},
		{"한 시간초과승", "han time 0"},
		{"초 시간 초과 패", "han time 0"},
		{"초 외통승", "cho checkmate 0"},
		{"한 점수승", "han adjudication 0"},
		{"초 8.5점 승", "cho adjudication 8.5"},
		{"초 8.5점승", "cho adjudication 8.5"},
		{"한 10점 승", "han adjudication 10"},
		{"한 1.5점 패", "cho adjudication 1.5"},
		{"초 판정승", "cho adjudication 0"},
		{"초 반칙승", "cho adjudication 0"},
		{"초 반칙패", "han adjudication 0"},
		{"초 승", "cho adjudication 0"},
		{"한승", "han adjudication 0"},
		{"한 패", "cho adjudication 0"},
		{"楚 완승", "cho resignation 0"},
		{"漢 시간승", "han time 0"},
		{"무승부", "draw agreement 0"},
		{"무 승 부", "draw agreement 0"},
		{"비김", "draw agreement 0"},
		{"판정 무승부", "draw adjudication 0"},
		{"빅장", "draw bikjang 0"},
		{"빅장 무승부", "draw bikjang 0"},
		{"접속 끊김", "none abandoned 0"},
		{"초 접속 끊김 승", "cho abandoned 0"},
		{"초 접속 끊김 패", "han abandoned 0"},
		{"한 접속끊김", "cho abandoned 0"},
		{"楚 勝", "cho adjudication 0"},
		{"漢 敗", "cho adjudication 0"},
		{"초 완패", "han resignation 0"},
		{"1-0", "cho adjudication 0"},
		{"0-1", "han adjudication 0"},
		{"1/2-1/2", "draw agreement 0"},
		{"*", "not understood"},
		{"미상", "not understood"},
		{"", "not understood"},
		{"초", "not understood"},
		{"시간승", "not understood"},
		{"통과", "not understood"},
	}
	for _, test := range tests {
		r := parseResult(test.declared)
		got := "not understood"
		if r.Known {
			got = fmt.Sprintf("%v %v %v", r.Result, r.Reason, r.Margin)
		}
		if got != test.want || r.Declared != test.declared {
			t.Errorf("%q is %s, want %s", test.declared, got, test.want)
		}
	}
}

func TestTheBoardTellsHowWhereItEndsTheGame(t *testing.T) {
	start := func(fen string) janggi.Game {
		p, err := janggi.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return janggi.NewGame(rulesOf(t, "record"), p)
	}
	mate := start("1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1")
	quiet := start("r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")
	passed := quiet.After(janggi.Pass)
	passed = passed.After(janggi.Pass)
	ended := janggi.NewGame(rulesOf(t, "standard"), quiet.Start())
	ended = ended.After(janggi.Pass)
	ended = ended.After(janggi.Pass)
	tests := []struct {
		name     string
		game     janggi.Game
		declared string
		want     string
	}{
		{"mate", mate, "초 완승", "checkmate cho"},
		{"mate, the result unknown", mate, "미상", "checkmate cho"},
		{"mate, the record says otherwise", mate, "한 시간승", "checkmate cho"},
		{"no mate", quiet, "초 완승", "resignation cho"},
		{"two passes", passed, "한 점수승", "adjudication han"},
		{"two passes and a draw", passed, "무승부", "agreement draw"},
		{"two passes where they end the game", ended, "무승부", "double_pass han"},
		{"mate that is not on the board", quiet, "초 외통승", "adjudication cho"},
		{"points", quiet, "한 1.5점 승", "adjudication han"},
		{"no result", quiet, "미상", "none"},
	}
	for _, test := range tests {
		got := "none"
		if o, ok := parseResult(test.declared).Outcome(&test.game); ok {
			got = fmt.Sprintf("%v %v", o.Reason, o.Result)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
