package play

import (
	"reflect"
	"testing"

	"github.com/janggid/janggid/api/body"
)

var moveBodies = []struct {
	text  string
	plain bool
}{
	{`{"move":"a4b4","ply":2}`, true},
	{`{"move":"a9a10"}`, true},
	{`{"move":"pass","ply":0}`, true},
	{`{"move":"","ply":123456789}`, true},
	{`{"move":"79졸78","ply":2}`, false},
	{`{"move":"a4b4","ply":02}`, false},
	{`{"move":"a4b4","ply":-1}`, false},
	{`{"move":"a4b4","ply":}`, false},
	{`{"move":"a4b4","ply":1234567890}`, false},
	{`{"move":"a4b4","ply":2}}`, false},
	{`{"move":"a4b4"}}`, false},
	{`{"move":"a4b4","ply":2,"ply":2}`, false},
	{`{"move":"a4b4","move":"a4b4"}`, false},
	{`{"ply":2,"move":"a4b4"}`, false},
	{`{"move":"a4\\u0062"}`, false},
	{`{"move":"a4b4`, false},
	{`{"move":"a4b4",`, false},
	{` {"move":"a4b4"}`, false},
	{`{}`, false},
	{``, false},
}

func TestPlainMovesAreReadByHand(t *testing.T) {
	for _, tt := range moveBodies {
		if _, _, plain := plainMove([]byte(tt.text)); plain != tt.plain {
			t.Errorf("%s: read by hand is %v, want %v", tt.text, plain, tt.plain)
		}
	}
}

func FuzzMovesAreReadAsDecodeReadsThem(f *testing.F) {
	for _, tt := range moveBodies {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		move, ply, ok := plainMove(data)
		if !ok {
			return
		}
		got := moveBody{Move: &move, Ply: ply}
		var want moveBody
		if err := body.Decode(data, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: by hand %v, Decode has %v, %v", data, got, want, err)
		}
	})
}
