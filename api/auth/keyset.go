package auth

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const (
	// From refreshAfter on somebody reads the set again, while others go on
	// with what there is; from staleAfter on everybody waits for it.
	refreshAfter = 15 * time.Second
	staleAfter   = 25 * time.Second
	// retryAfter is the least time between two readings, however many tokens
	// name keys that are not there.
	retryAfter = 5 * time.Second
	// loadTimeout bounds one reading.
	loadTimeout = 5 * time.Second
	// maxSetBytes bounds a JWKS.
	maxSetBytes = 1 << 20
)

// keySet is a JWKS that lives elsewhere and changes there. It is read when a
// token asks for it, so that nothing runs while no tokens come.
type keySet struct {
	source string // for the log
	read   func(context.Context) ([]byte, error)
	now    func() time.Time
	log    *slog.Logger

	loading sync.Mutex
	latest  atomic.Pointer[snapshot]
}

// snapshot is a set as it was found by the last attempt to read it.
type snapshot struct {
	keys  publicKeys // of the last attempt that succeeded; nil if none has
	tried time.Time
}

func newKeySet(config Config, source string, read func(context.Context) ([]byte, error)) *keySet {
	s := &keySet{source: source, read: read, now: config.Now, log: config.Log}
	s.latest.Store(&snapshot{})
	return s
}

func (s *keySet) find(ctx context.Context, alg, kid string) (any, error) {
	switch {
	case alg == jwt.SigningMethodHS256.Alg():
		return nil, &InvalidTokenError{AlgorithmRefused}
	case kid == "":
		return nil, &InvalidTokenError{UnknownKey}
	}
	id := publicKeyID{kid: kid, alg: alg}
	keys := s.current(ctx)
	key, ok := keys[id]
	if !ok {
		keys = s.reread(ctx)
		key, ok = keys[id]
	}
	switch {
	case keys == nil:
		return nil, ErrKeysUnavailable
	case !ok:
		return nil, &InvalidTokenError{UnknownKey}
	}
	return key, nil
}

// current are the keys as read not long ago, or the last ones that could be.
func (s *keySet) current(ctx context.Context) publicKeys {
	age := s.now().Sub(s.latest.Load().tried)
	switch {
	case age < refreshAfter:
		return s.latest.Load().keys
	case age >= staleAfter:
		s.loading.Lock()
	case !s.loading.TryLock():
		return s.latest.Load().keys
	}
	defer s.loading.Unlock()
	if s.now().Sub(s.latest.Load().tried) >= refreshAfter {
		_ = s.load(ctx) // logged; the keys there were stay in force
	}
	return s.latest.Load().keys
}

// reread looks for a key that was not there, at most once every retryAfter.
func (s *keySet) reread(ctx context.Context) publicKeys {
	s.loading.Lock()
	defer s.loading.Unlock()
	if s.now().Sub(s.latest.Load().tried) >= retryAfter {
		_ = s.load(ctx) // logged; the keys there were stay in force
	}
	return s.latest.Load().keys
}

// load reads the set. It is not for the caller alone: it goes on if the
// caller's request is cancelled.
func (s *keySet) load(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	keys, err := s.parse(ctx)
	if err != nil {
		s.log.Warn("cannot read a JWKS; the keys last read stay in force", "source", s.source, "error", err)
		keys = s.latest.Load().keys
	}
	s.latest.Store(&snapshot{keys: keys, tried: s.now()})
	return err
}

func (s *keySet) parse(ctx context.Context) (publicKeys, error) {
	data, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	return parsePublicKeys(data)
}

func get(ctx context.Context, client *http.Client, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/jwk-set+json, application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the answer is %s", response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maxSetBytes+1))
	if err == nil && len(data) > maxSetBytes {
		err = fmt.Errorf("the answer is longer than %d bytes", maxSetBytes)
	}
	return data, err
}
