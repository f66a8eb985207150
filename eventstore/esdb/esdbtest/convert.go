package esdbtest

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
)

func newEvent() event {
	return event{id: uuid.New(), kind: "Written", contentType: contentJSON, data: []byte(`{}`), metadata: []byte(`{}`)}
}

func fromUUID(id *shared.UUID) (uuid.UUID, error) {
	switch v := id.GetValue().(type) {
	case *shared.UUID_Structured_:
		var b uuid.UUID
		binary.BigEndian.PutUint64(b[:8], uint64(v.Structured.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(b[8:], uint64(v.Structured.GetLeastSignificantBits()))
		return b, nil
	case *shared.UUID_String_:
		return uuid.Parse(v.String_)
	}
	return uuid.Nil, fmt.Errorf("no event id")
}

func toUUID(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

// toEvent makes the message that carries a record. The server tells times in
// ticks of 100 ns since 1970.
func toEvent(r record, created bool) *streams.ReadResp {
	metadata := map[string]string{"type": r.kind, "content-type": r.contentType}
	if created {
		metadata["created"] = strconv.FormatInt(r.created.UnixNano()/100, 10)
	}
	return &streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{
			Id:               toUUID(r.id),
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(r.stream)},
			StreamRevision:   r.revision,
			CommitPosition:   r.position,
			PreparePosition:  r.position,
			Metadata:         metadata,
			CustomMetadata:   r.metadata,
			Data:             r.data,
		},
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: r.position},
	}}}
}

func toCheckpoint(commit, prepare uint64) *streams.ReadResp {
	return &streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
		Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: commit, PreparePosition: prepare},
	}}
}
