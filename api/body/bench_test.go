package body_test

import (
	stdjson "encoding/json"
	"testing"

	"github.com/janggid/janggid/api/body"
)

func BenchmarkMove(b *testing.B) {
	data := []byte(`{"move":"a4b4","ply":12}`)
	type move struct {
		Move string `json:"move"`
		Ply  *int   `json:"ply"`
	}
	b.Run("body", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := body.Decode(data, new(move)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := stdjson.Unmarshal(data, new(move)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
