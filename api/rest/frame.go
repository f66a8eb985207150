package rest

import (
	"time"

	"github.com/janggid/janggid/api/live"
)

// NewFrame makes a frame of a value that encodes to an object.
func NewFrame(now func() time.Time, kind string, v any) (*live.Frame, error) {
	members, err := FrameMembers(now, v)
	return &live.Frame{Kind: kind, Members: members}, err
}
