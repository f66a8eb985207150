package esdbtest

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

const metastreamPrefix = "$$"

// streamMetadata are the limits and rights that a stream's metadata sets.
type streamMetadata struct {
	TruncateBefore *uint64 `json:"$tb,omitempty"`
	MaxCount       *uint64 `json:"$maxCount,omitempty"`
	MaxAge         *uint64 `json:"$maxAge,omitempty"` // seconds
	ACL            *acl    `json:"$acl,omitempty"`
}

// acl names who may do what with a stream; nil is the default.
type acl struct {
	Read         names `json:"$r,omitempty"`
	Write        names `json:"$w,omitempty"`
	Delete       names `json:"$d,omitempty"`
	MetadataRead names `json:"$mr,omitempty"`
}

// names are users or groups: one, or a list.
type names []string

// UnmarshalJSON implements json.Unmarshaler.
func (n *names) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*n = names{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(n))
}

// MarshalJSON implements json.Marshaler.
func (n names) MarshalJSON() ([]byte, error) { return json.Marshal([]string(n)) }

func (n names) include(name string) bool { return slices.Contains(n, name) }

// deleted is how the server marks a stream as deleted but not forbidden: every
// revision is truncated, those to come as well.
func (h *history) deleted() bool {
	return h.limits.TruncateBefore != nil && *h.limits.TruncateBefore == math.MaxInt64
}

// isVisible tells whether readers of a stream get its event at a revision.
func (l *log) isVisible(h *history, revision int, now time.Time) bool {
	r := l.records[h.records[revision]]
	m := h.limits
	switch {
	case r.scavenged,
		m.TruncateBefore != nil && uint64(revision) < *m.TruncateBefore,
		m.MaxCount != nil && uint64(revision)+*m.MaxCount < uint64(len(h.records)),
		m.MaxAge != nil && now.Sub(r.created) > time.Duration(*m.MaxAge)*time.Second:
		return false
	}
	return true
}

// truncate writes the metadata that hides a stream's revisions below kept. The
// other limits stay.
func (l *log) truncate(stream string, kept uint64) {
	m := l.stream(stream).limits
	m.TruncateBefore = &kept
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	l.write(metastreamPrefix+stream, []event{{id: uuid.New(), kind: "$metadata", contentType: contentJSON, data: data}})
}

func (l *log) heedMetadata(stream string, e event) {
	name, ok := strings.CutPrefix(stream, metastreamPrefix)
	if !ok {
		return
	}
	var m streamMetadata
	if json.Unmarshal(e.data, &m) == nil {
		l.stream(name).limits = m
	}
}
