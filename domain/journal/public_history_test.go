package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"
)

const someGame = "0192d3c0-0000-7000-8000-000000000000"

// allocated is how many bytes something allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Whatever a client sends, reading it takes no more memory than the text has
// bytes, beside where its events stand.
func TestAHistoryTakesNoMoreMemoryThanItsText(t *testing.T) {
	const size = 3_900_000
	page := `{"game_id":"` + someGame + `","events":[`
	for name, text := range map[string]string{
		"empty events":   page + strings.Repeat("{},", size/3) + "{}]}",
		"empty lines":    strings.Repeat("{}\n", size/3),
		"empty pages":    strings.Repeat(`{"game_id":"`+someGame+`","events":[]}`, size/60),
		"numbers":        page + strings.Repeat("1,", size/2) + "1]}",
		"many members":   page + "{" + strings.Repeat(`"type":"",`, size/10) + `"type":""}]}`,
		"events at most": page + strings.Repeat("{},", MaxHistoryEvents-1) + "{}]}",
		"one deep event": page + strings.Repeat(`{"a":`, size/5),
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(text)
			took := allocated(func() {
				if _, err := checked(data, ""); err == nil {
					t.Error("it is found good")
				}
			})
			if took > uint64(len(data))+2<<20 {
				t.Errorf("%d bytes of text took %d bytes of memory", len(data), took)
			}
		})
	}
}

func TestAHistoryIsReadUpToItsFirstBadEvent(t *testing.T) {
	h := published(t, histories(t)["a resignation"])
	bad, _ := json.Marshal(h.Events[1])
	bad = bytes.Replace(bad, []byte(`"revision":1`), []byte(`"revision":7`), 1)
	good, _ := json.Marshal(h.Events[0])
	text := append(append(append([]byte{}, good...), bad...), `{"no":"event"}`...)
	g, err := checked(text, h.GameID)
	if d, ok := errors.AsType[*Discrepancy](err); !ok || g == nil || g.Revision != 0 {
		t.Errorf("%v %+v, want what is wrong with the second event", err, d)
	}
	if _, err := checked(append(good, `{"no":"event"}`...), h.GameID); err == nil || !strings.Contains(err.Error(), "value 2") {
		t.Errorf("%v, want the second value to be no event", err)
	}
}

func TestAHistoryHasABoundedNumberOfEvents(t *testing.T) {
	text := []byte(strings.Repeat("{}\n", MaxHistoryEvents+1))
	_, err := ReadPublicHistory(text, someGame)
	if malformed, ok := errors.AsType[*MalformedError](err); !ok || malformed.Value != MaxHistoryEvents+1 {
		t.Errorf("%v, want one event too many", err)
	}
	if _, err := ReadPublicHistory(text[:3*MaxHistoryEvents], someGame); err != nil {
		t.Errorf("as many as there may be: %v", err)
	}
}
