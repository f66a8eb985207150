package esdb

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const (
	metastreamPrefix = "$$"
	metadataType     = "$metadata"
	tombstoneType    = "$streamDeleted"
)

// goneBy gives the stream of this program's that an event of the server's has
// deleted or limited, "" if it is none.
func (s *Store) goneBy(e *client.RecordedEvent) string {
	switch e.EventType {
	case tombstoneType:
		if s.isOwn(e.StreamID) {
			return e.StreamID
		}
	case metadataType:
		if stream, ok := strings.CutPrefix(e.StreamID, metastreamPrefix); ok && s.isOwn(stream) && hasLimits(e.Data) {
			return stream
		}
	}
	return ""
}

// hasLimits tells whether a stream's metadata hides events from its readers.
func hasLimits(metadata []byte) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal(metadata, &m) != nil {
		return false
	}
	for _, limit := range []string{"$tb", "$maxCount", "$maxAge"} {
		if _, ok := m[limit]; ok {
			return true
		}
	}
	return false
}

// isSoftDeleted tells a stream that was deleted from one that never was: both
// read as not found, and only the metadata differs. Who may not read metadata
// sees no difference.
func (s *Store) isSoftDeleted(ctx context.Context, p *pool, stream string) (bool, error) {
	metadata, err := s.metadata(ctx, p, stream)
	if metadata == nil || err != nil {
		return false, err
	}
	before := metadata.TruncateBefore()
	return before != nil && *before >= math.MaxInt64, nil // the client rounds it up
}

// isLimited tells whether a stream was deleted, or may have lost events to limits.
func (s *Store) isLimited(ctx context.Context, p *pool, stream string) (bool, error) {
	metadata, err := s.metadata(ctx, p, stream)
	if metadata == nil || err != nil {
		return false, err
	}
	return metadata.TruncateBefore() != nil || metadata.MaxCount() != nil || metadata.MaxAge() != nil, nil
}

// metadata is a stream's, nil if it has none or may not be read.
func (s *Store) metadata(ctx context.Context, p *pool, stream string) (metadata *client.StreamMetadata, err error) {
	err = p.do(ctx, func(ctx context.Context, c *conn) (err error) {
		metadata, err = c.GetStreamMetadata(ctx, stream, client.ReadStreamOptions{Direction: client.Backwards, From: client.End{}, Deadline: s.conf.DefaultDeadline})
		return err
	})
	switch {
	case hasCode(err, client.ErrorCodeResourceNotFound), hasCode(err, client.ErrorCodeAccessDenied):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("metadata of the stream: %w", err)
	}
	return metadata, nil
}
