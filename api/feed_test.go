package api

import (
	"strconv"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
)

func TestTheFeedHasWhatIsPublicAndNothingElse(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	w := s.stream("/v1/stream", "")
	w.must(watch.FrameCaughtUp)
	private, public := s.match(`{"visibility":"private"}`), s.match(`{"visibility":"unlisted"}`)
	private.setUp("HEEH", "HEEH")
	public.setUp("HEEH", "HEEH")
	shown := s.started("")
	for revision, eventType := range []string{"GameCreated", "PlayerJoined", "SetupChosen", "SetupChosen", "GameStarted"} {
		f := w.event(eventType)
		if f.data["game_id"] != shown.id || f.data["revision"] != float64(revision) || f.id == "" {
			t.Errorf("%s", f.text)
		}
	}
}

func TestTheFeedPicksTypesAndLabels(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	w := s.stream("/v1/stream?types=GameEnded,GameStarted&label=league:7", "", "Accept", rest.MimeNDJSON)
	w.must(watch.FrameCaughtUp)
	for _, labels := range []string{`{}`, `{"league":"8"}`, `{"league":"7","round":"1"}`} {
		m := s.started(`{"labels":` + labels + `}`)
		m.han.post(m.path+"/resign", nil).is(200)
	}
	first, second := w.event("GameStarted"), w.event("GameEnded")
	if first.data["game_id"] != second.data["game_id"] {
		t.Errorf("%s and %s", first.text, second.text)
	}
}

// Archives read from the beginning, or from where they were; nothing is missing
// and nothing comes twice, wherever they were cut off.
func TestTheFeedResumesAfterEveryPosition(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.play("a4b4")
	s.match(`{"visibility":"private"}`)
	m.han.post(m.path+"/resign", nil).is(200)
	types := m.events()
	cursor := "0"
	for cut := range types {
		w := s.stream("/v1/stream?from="+cursor, "")
		for i := cut; i < len(types); i++ {
			f := w.event(types[i])
			if f.data["revision"] != float64(i) {
				t.Errorf("after %s: %s, want revision %d", cursor, f.text, i)
			}
			if i == cut {
				cursor = f.id
			}
		}
		w.must(watch.FrameCaughtUp)
		w.leave()
	}
	w := s.stream("/v1/stream", "", rest.HeaderLastEventID, cursor)
	w.must(watch.FrameCaughtUp)
	s.guest("Creator").create("")
	w.event("GameCreated")
}

// Where games are held back the feed tells of them when their time has come,
// also to somebody who was away meanwhile.
func TestTheFeedCatchesUpOnWhatWasHeldBack(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	m := delayedMatch(s)
	s.advance(10 * time.Second)
	later := s.started("")
	w := s.stream("/v1/stream?from=0", "")
	for range 5 {
		if f := w.must(watch.FrameEvent); f.data["game_id"] != m.id {
			t.Errorf("%s", f.text)
		}
	}
	for range 5 {
		if f := w.must(watch.FrameEvent); f.data["game_id"] != later.id {
			t.Errorf("%s", f.text)
		}
	}
	w.must(watch.FrameCaughtUp)
	w.leave()
	s.settle() // what the read model has not seen yet comes after it has caught up
	s.advance(time.Minute)
	w = s.stream("/v1/stream", "", rest.HeaderLastEventID, w.lastID)
	for revision := 5; revision < 9; revision++ {
		f := w.must(watch.FrameEvent)
		if f.data["game_id"] != m.id || f.data["revision"] != float64(revision) {
			t.Errorf("want revision %s: %s", strconv.Itoa(revision), f.text)
		}
	}
	w.must(watch.FrameCaughtUp)
}

func TestTheFeedRefusesWhatItCannotRead(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, query := range []string{"from=x", "from=5~yesterday", "label=league", "games=a&types=GameEnded", "types=Foo", "types=GameEnded,", "types="} {
		if w := s.stream("/v1/stream?"+query, ""); w.status != 400 {
			t.Errorf("%s: status %d, want 400", query, w.status)
		}
	}
}

// A cursor that the store has not come to is of another one, or made up.
func TestTheFeedGoesOnFromNowWhereTheCursorIsInTheFuture(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	s.started("")
	s.settle()
	for _, from := range []func() string{
		func() string { return (s.model.Position() + 1000).String() },
		func() string { return s.model.Position().String() + "~2099-01-01T00:00:00.000Z" },
	} {
		from := from()
		w := s.stream("/v1/stream?from="+from, "")
		w.must(watch.FrameReset)
		if at := w.must(watch.FrameCaughtUp).data["cursor"]; at != s.model.Position().String() {
			t.Errorf("%s: the feed goes on from %v", from, at)
		}
		id := s.guest("Creator").create("").ID
		if f := w.event("GameCreated"); f.data["game_id"] != id {
			t.Errorf("%s: %s", from, f.text)
		}
		w.leave()
		s.settle()
	}
}

// By which labels the feed finds a game with a delay tells nothing that is held
// back, neither while it catches up nor afterwards.
func TestTheFeedPicksByTheLabelsThatAreShown(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	organiser := s.organiser()
	m := s.match(`{"spectator_delay_ms":60000,"labels":{"round":"1"},"time_control":{"type":"unlimited"}}`)
	s.advance(time.Second)
	m.setUp("HEEH", "EHHE")
	s.advance(time.Minute - time.Millisecond)
	organiser.post(m.path+"/labels", `{"labels":{"round":"2"}}`).is(200)
	s.settle()
	first, second := s.stream("/v1/stream?label=round:1&from=0", ""), s.stream("/v1/stream?label=round:2&from=0", "")
	for _, eventType := range []string{"GameCreated", "PlayerJoined"} {
		first.event(eventType)
	}
	first.must(watch.FrameCaughtUp)
	second.must(watch.FrameCaughtUp)
	s.advance(time.Millisecond)
	for _, eventType := range []string{"SetupChosen", "SetupChosen", "GameStarted"} {
		first.event(eventType)
	}
	// Another game's event tells that the second stream has passed over those.
	s.guest("Creator").create(`{"labels":{"round":"2"}}`)
	second.event("GameCreated")
	s.advance(time.Minute)
	second.event("LabelsSet")
	from := s.stream("/v1/stream?label=round:2&from=0", "")
	for _, eventType := range append(m.events(), "GameCreated") {
		from.event(eventType)
	}
	from.must(watch.FrameCaughtUp)
}
