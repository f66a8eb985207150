package game

import (
	"fmt"
	"time"
)

// Instant is a point in time in whole milliseconds since the Unix epoch, the
// resolution of every clock here. Its text is RFC 3339 in UTC with three
// decimals.
type Instant int64

const instantLayout = "2006-01-02T15:04:05.000Z"

// InstantOf cuts a time down to whole milliseconds.
func InstantOf(t time.Time) Instant { return Instant(t.UnixMilli()) }

// Time is the instant as a time in UTC.
func (i Instant) Time() time.Time { return time.UnixMilli(int64(i)).UTC() }

// Add moves the instant by a number of milliseconds.
func (i Instant) Add(ms int64) Instant { return i + Instant(ms) }

// Append appends the text of the instant. It is written by hand because every
// event and every answer has several.
func (i Instant) Append(b []byte) []byte {
	t := i.Time()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, instantLayout)
	}
	hour, minute, second := t.Clock()
	b = appendDigits(b, year, 4)
	b = appendDigits(append(b, '-'), int(month), 2)
	b = appendDigits(append(b, '-'), day, 2)
	b = appendDigits(append(b, 'T'), hour, 2)
	b = appendDigits(append(b, ':'), minute, 2)
	b = appendDigits(append(b, ':'), second, 2)
	b = appendDigits(append(b, '.'), t.Nanosecond()/1e6, 3)
	return append(b, 'Z')
}

// appendDigits appends a number with leading zeros.
func appendDigits(b []byte, n, digits int) []byte {
	for range digits {
		b = append(b, '0')
	}
	for i := len(b) - 1; n > 0; i, n = i-1, n/10 {
		b[i] += byte(n % 10)
	}
	return b
}

func (i Instant) String() string { return string(i.Append(nil)) }

// MarshalText writes RFC 3339 in UTC with milliseconds.
func (i Instant) MarshalText() ([]byte, error) { return i.Append(nil), nil }

// UnmarshalText reads RFC 3339 with any offset and precision.
func (i *Instant) UnmarshalText(b []byte) (err error) {
	*i, err = ParseInstant(string(b))
	return err
}

// ParseInstant reads RFC 3339 with any offset and precision, cut down to whole
// milliseconds.
func ParseInstant(text string) (Instant, error) {
	if i, ok := parseCanonical(text); ok {
		return i, nil
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return 0, fmt.Errorf("game: %q is not an RFC 3339 time", text)
	}
	return InstantOf(t), nil
}

// parseCanonical reads what String writes, in a fraction of the time that a
// general parser takes: every stored event has such a text.
func parseCanonical(text string) (Instant, bool) {
	if len(text) != len(instantLayout) || text[4] != '-' || text[7] != '-' || text[10] != 'T' ||
		text[13] != ':' || text[16] != ':' || text[19] != '.' || text[23] != 'Z' {
		return 0, false
	}
	digits := true
	number := func(from, to int) (n int) {
		for i := from; i < to; i++ {
			digit := text[i] - '0'
			digits = digits && digit <= 9
			n = n*10 + int(digit)
		}
		return n
	}
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	hour, minute, second, ms := number(11, 13), number(14, 16), number(17, 19), number(20, 23)
	if !digits || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	date := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if date.Day() != day {
		return 0, false // a day that its month does not have: Date went on to the next
	}
	return InstantOf(date).Add(int64(ms)), true
}
