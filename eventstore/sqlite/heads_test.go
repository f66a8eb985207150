package sqlite

import (
	"strconv"
	"testing"
)

func TestHeadsAreBounded(t *testing.T) {
	const most = 10
	h := newHeads(most)
	for i := range 1000 {
		h.put(strconv.Itoa(i), head{stream: int64(i), next: 1})
		if n := len(h.young) + len(h.old); n > 2*most {
			t.Fatalf("%d heads kept, at most %d", n, 2*most)
		}
	}
}

func TestHeadsInUseAreKept(t *testing.T) {
	h := newHeads(10)
	h.put("busy", head{stream: 7, next: 3})
	for i := range 1000 {
		h.put(strconv.Itoa(i), head{stream: int64(i), next: 1})
		if at, ok := h.get("busy"); !ok || at.next != 3 {
			t.Fatalf("after %d others: %v, %v", i+1, at, ok)
		}
	}
	if _, ok := h.get("0"); ok {
		t.Error("an idle stream's head is still kept")
	}
}

func TestForgottenHeadsAreGone(t *testing.T) {
	h := newHeads(1)
	h.put("old", head{stream: 1})
	h.put("young", head{stream: 2})
	h.forget()
	for _, stream := range []string{"old", "young"} {
		if _, ok := h.get(stream); ok {
			t.Errorf("%s head is still kept", stream)
		}
	}
}
