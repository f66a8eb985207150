package sqlite

import "testing"

func TestHeadsOfTwoGenerationsAreKept(t *testing.T) {
	h := newHeads(0)
	h.publish(map[string]head{"a": {1, 1, 1}, "b": {2, 1, 2}}, 2)
	if old := h.rotate(); len(old) != 2 {
		t.Errorf("%d heads are old, want 2", len(old))
	}
	h.publish(map[string]head{"a": {1, 2, 3}, "c": {3, 1, 4}}, 4)
	for stream, want := range map[string]head{"a": {1, 2, 3}, "b": {2, 1, 2}, "c": {3, 1, 4}} {
		if at, ok := h.get(stream); !ok || at != want {
			t.Errorf("%s is at %v, %v, want %v", stream, at, ok, want)
		}
	}
	h.rotate()
	if at, ok := h.get("b"); ok {
		t.Errorf("b, of the generation before the old one, is at %v", at)
	}
	if h.counted() != 4 || h.begun != 4 {
		t.Errorf("counted up to %d, young begun at %d, want 4", h.counted(), h.begun)
	}
}
