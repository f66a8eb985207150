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

func (i Instant) String() string { return i.Time().Format(instantLayout) }

// MarshalText writes RFC 3339 in UTC with milliseconds.
func (i Instant) MarshalText() ([]byte, error) { return i.AppendText(nil) }

// AppendText appends what MarshalText returns.
func (i Instant) AppendText(b []byte) ([]byte, error) {
	return i.Time().AppendFormat(b, instantLayout), nil
}

// UnmarshalText reads RFC 3339 with any offset and precision.
func (i *Instant) UnmarshalText(b []byte) error {
	t, err := time.Parse(time.RFC3339Nano, string(b))
	if err != nil {
		return fmt.Errorf("game: %q is not an RFC 3339 time", b)
	}
	*i = InstantOf(t)
	return nil
}
