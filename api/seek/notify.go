package seek

import (
	"encoding/json"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/domain/pairing"
	"github.com/janggid/janggid/eventstore"
)

// Notify wakes those who wait for an opponent and have one, or whose wish was
// taken back.
func (h *Handlers) Notify(line string, r eventstore.Recorded) {
	var wishes []string
	var err error
	switch r.Type {
	case pairing.Made{}.EventType():
		var made pairing.Made
		err = json.Unmarshal(r.Data, &made)
		wishes = []string{made.Cho, made.Han}
	case pairing.Withdrawn{}.EventType():
		var withdrawn pairing.Withdrawn
		err = json.Unmarshal(r.Data, &withdrawn)
		wishes = []string{withdrawn.ID}
	}
	if err != nil {
		h.Log.Error("a line for quick play cannot be read", "stream", r.Stream, "revision", r.Revision, "error", err)
		return
	}
	for _, wish := range wishes {
		h.Live.Publish(live.SeekTopic(line+"."+wish), &live.Frame{Kind: "event"})
	}
}
