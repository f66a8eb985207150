package api

import (
	"sync"
	"time"
)

// watchersEvery is how often, at most, streams are told how many watch.
const watchersEvery = time.Second

// watchers tells the streams of a game how many others watch it on this node
// without playing, when that has changed.
type watchers struct {
	s       *Server
	mu      sync.Mutex
	pending map[string]bool // by game: streams will be told
}

func newWatchers(s *Server) *watchers { return &watchers{s: s, pending: map[string]bool{}} }

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
		w.s.live.At(w.s.now().Add(watchersEvery), func() { w.publish(id) })
	}
}

func (w *watchers) publish(id string) {
	w.mu.Lock()
	delete(w.pending, id)
	w.mu.Unlock()
	f, err := w.s.frameOf("watchers", watchersView{id, w.s.live.Count(audience(id))})
	if err != nil {
		w.s.log.Error("streams are not told how many watch", "game", id, "error", err)
		return
	}
	w.s.live.PublishIn(f, gameTopic(id), shownTopic(id))
}
