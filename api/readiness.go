package api

import (
	"context"
	"sync"
	"time"
)

// A node is ready once it has caught up, and stays so: turns need no lists, and
// what one node lacks all may lack at once, none of which must be taken out then.

// Why a node is not ready.
const (
	waitingForStore = "waiting_for_store"
	catchingUp      = "catching_up"
)

// readiness remembers what a node last was.
type readiness struct {
	mu      sync.Mutex
	begun   bool // it was ready once
	lacking string
}

// notReady is why the node is not ready, "" if it is. The log tells once, not for
// every probe.
func (s *Server) notReady(ctx context.Context) string {
	s.readiness.mu.Lock()
	defer s.readiness.mu.Unlock()
	lacking, cause := s.lacking(ctx)
	if s.readiness.begun && lacking != s.readiness.lacking { // a start is no trouble
		if lacking != "" {
			s.log.Warn("not ready", "reason", lacking, "error", cause)
		} else {
			s.log.Info("ready again")
		}
	}
	s.readiness.begun = s.readiness.begun || lacking == ""
	s.readiness.lacking = lacking
	return lacking
}

func (s *Server) lacking(ctx context.Context) (reason string, cause error) {
	if !s.readiness.begun {
		switch lists := s.model.Stats(); {
		case !s.subscription.CaughtUp():
			return waitingForStore, nil
		case !s.model.Ready() && !lists.Failing:
			return catchingUp, nil
		}
	}
	if err := s.journal.Healthy(ctx); err != nil {
		return waitingForStore, err
	}
	return "", nil
}

// Ready tells whether the node is ready for requests.
func (s *Server) Ready(ctx context.Context) bool { return s.notReady(ctx) == "" }

// The states of lists.
const (
	listsCurrent    = "current"
	listsBehind     = "behind"
	listsRebuilding = "rebuilding"
)

type readyView struct {
	Status   string `json:"status" enums:"ready"`
	Lists    string `json:"lists" enums:"current,behind,rebuilding"`
	BehindMS int64  `json:"behind_ms"` // how long lists have lacked something
} // @name Readiness

func (s *Server) viewReady() readyView {
	behind := s.model.Stats().Behind
	v := readyView{"ready", listsCurrent, behind.Milliseconds()}
	switch {
	case s.model.Rebuilding():
		v.Lists = listsRebuilding
	case behind >= listsSlack:
		v.Lists = listsBehind
	}
	return v
}

// listsSlack is how long lists may lack something that is being written.
const listsSlack = time.Second
