package watch

import (
	"log/slog"
	"sync"
	"time"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
)

// watchersEvery is how often, at most, streams are told how many watch.
const watchersEvery = time.Second

// watchers tells the streams of a game how many others watch it on this node
// without playing, when that has changed.
type watchers struct {
	live    *live.Hub
	clock   func() time.Time
	log     *slog.Logger
	mu      sync.Mutex
	pending map[string]bool // by game: streams will be told
}

func newWatchers(hub *live.Hub, clock func() time.Time, log *slog.Logger) *watchers {
	return &watchers{live: hub, clock: clock, log: log, pending: map[string]bool{}}
}

type watchersView struct {
	GameID   string `json:"game_id"`
	Watchers int    `json:"watchers"`
}

// changed has the streams of a game told soon.
func (w *watchers) changed(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.pending[id] {
		w.pending[id] = true
		w.live.At(w.clock().Add(watchersEvery), func() { w.publish(id) })
	}
}

func (w *watchers) publish(id string) {
	w.mu.Lock()
	delete(w.pending, id)
	w.mu.Unlock()
	f, err := rest.NewFrame(w.clock, "watchers", watchersView{id, w.live.Count(live.AudienceTopic(id))})
	if err != nil {
		w.log.Error("streams are not told how many watch", "game", id, "error", err)
		return
	}
	w.live.PublishIn(f, live.GameTopic(id), live.SpectatorTopic(id))
}
