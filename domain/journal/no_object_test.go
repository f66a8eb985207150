package journal

import (
	"errors"
	"testing"
)

// Data that is no JSON object panicked: it was compared member by member.
func TestDataThatIsNoObjectIsADiscrepancy(t *testing.T) {
	for _, data := range []string{"null", "1", `"x"`, "[]", "{}"} {
		h := published(t, histories(t)["a resignation"])
		for i := range h.Events {
			was := h.Events[i].Data
			h.Events[i].Data = []byte(data)
			_, err := h.Check()
			if _, ok := errors.AsType[*Discrepancy](err); !ok {
				t.Errorf("data %s at revision %d: %v", data, i, err)
			}
			h.Events[i].Data = was
		}
	}
}
