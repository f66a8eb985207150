package game

import (
	"testing"
	"time"
)

func TestInstantText(t *testing.T) {
	tests := []struct {
		read, written string
	}{
		{"2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"},
		{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"},
		{"2026-01-02T12:04:05.678+09:00", "2026-01-02T03:04:05.678Z"},
		{"2026-01-02T03:04:05.6789Z", "2026-01-02T03:04:05.678Z"},
		{"2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"},
		{"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"},
		{"0000-01-01T00:00:00.000Z", "0000-01-01T00:00:00.000Z"},
		{"9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
	}
	for _, tt := range tests {
		t.Run(tt.read, func(t *testing.T) {
			var i Instant
			if err := i.UnmarshalText([]byte(tt.read)); err != nil || i.String() != tt.written {
				t.Errorf("%s, %v; want %s", i, err, tt.written)
			}
		})
	}
}

func TestInstantTextRefuses(t *testing.T) {
	for _, text := range []string{
		"", "now", "2026-01-02", "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z", "2026-01-00T00:00:00.000Z",
		"2026-01-02T24:00:00.000Z", "2026-01-02T03:60:00.000Z", "2026-01-02T03:04:60.000Z", "2026-01-02T03:04:05.678", "2026-04-31T00:00:00.000Z",
		"2026-01-02 03:04:05.678Z", "-026-01-02T03:04:05.678Z", "1900-02-29T00:00:00.000Z",
	} {
		var i Instant
		if err := i.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q read as %s", text, i)
		}
	}
}

func TestInstantOfCutsToMilliseconds(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_999_999, time.FixedZone("KST", 9*60*60))
	if got := InstantOf(at).String(); got != "2026-01-01T18:04:05.678Z" {
		t.Errorf("got %s", got)
	}
}

func FuzzInstantReadsWhatTimeReads(f *testing.F) {
	f.Add("2026-01-02T03:04:05.678Z")
	f.Add("2024-02-29T23:59:59.999Z")
	f.Add("2100-02-29T00:00:00.000Z")
	f.Fuzz(func(t *testing.T, text string) {
		want, wantErr := time.Parse(time.RFC3339Nano, text)
		var got Instant
		err := got.UnmarshalText([]byte(text))
		if (err != nil) != (wantErr != nil) || err == nil && got != InstantOf(want) {
			t.Errorf("%q: %d, %v; time has %d, %v", text, got, err, InstantOf(want), wantErr)
		}
	})
}
