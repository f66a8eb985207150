package body_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"testing"

	"github.com/janggid/janggid/api/body"
)

// FuzzDecode holds that what is accepted is JSON that the standard library
// reads the same way, and that every refusal is one of the three kinds.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"", `{"move":"a4b4","ply":12}`, `{"named":{"deep":{"ply":1}}}`, `{"rules":{"turn_limit":null,"deom":1.5}}`,
		`{"time_control":{"type":"byoyomi","main_ms":0,"periods":3,"period_ms":30000}}`, `{"labels":{"a":"\u00e9"}}`,
		`{"moves":["a4b4",null]}`, `{"anything":[[{"x":[1e5]}]]}`, `{"move":"\"}{["}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want request
		err := body.Decode(data, &got)
		if err != nil {
			var syntax *body.SyntaxError
			var field *body.FieldError
			var unknown *body.UnknownFieldError
			if !errors.As(err, &syntax) && !errors.As(err, &field) && !errors.As(err, &unknown) {
				t.Fatalf("%q: %T %v", data, err, err)
			}
			return
		}
		if len(bytes.TrimSpace(data)) == 0 {
			return
		}
		if err := stdjson.Unmarshal(data, &want); err != nil {
			t.Fatalf("%q is accepted, but: %v", data, err)
		}
		a, _ := stdjson.Marshal(got.Moves)
		b, _ := stdjson.Marshal(want.Moves)
		if got.Move != want.Move || got.Small != want.Small || got.Side != want.Side || !bytes.Equal(a, b) {
			t.Fatalf("%q:\ngot  %+v\nwant %+v", data, got, want)
		}
	})
}
