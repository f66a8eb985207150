package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// apiPlayer is somebody who can send commands.
type apiPlayer struct {
	ID    string
	Token string
}

// apiClient talks to a server.
type apiClient struct {
	base string
	http *http.Client
}

// newAPIClient makes a client for a server's URL, such as http://127.0.0.1:8080.
func newAPIClient(base string, h *http.Client) *apiClient {
	return &apiClient{base: strings.TrimRight(base, "/"), http: h}
}

// Guest registers a player.
func (c *apiClient) Guest(ctx context.Context, name string) (apiPlayer, error) {
	var answer struct {
		Player      struct{ ID string }
		AccessToken string `json:"access_token"`
	}
	err := c.send(ctx, apiRequest{method: http.MethodPost, path: "/v1/guests", body: map[string]string{"name": name}}, &answer)
	return apiPlayer{ID: answer.Player.ID, Token: answer.AccessToken}, err
}

type apiRequest struct {
	method, path string
	token        string
	key          string // idempotency key
	body         any    // nil: none
}

// sendTries is how often a request is sent while the server says that it may be.
const sendTries = 8

// send sends a request until it is answered for good, and reads the answer into
// dst. It waits where the server says "later".
func (c *apiClient) send(ctx context.Context, q apiRequest, dst any) error {
	var err error
	for n := range sendTries {
		var wait time.Duration
		if wait, err = c.once(ctx, q, dst); wait == 0 {
			return err
		}
		select {
		case <-time.After(wait * time.Duration(n+1)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// once sends a request once. A wait above zero says that it may be sent again.
func (c *apiClient) once(ctx context.Context, q apiRequest, dst any) (wait time.Duration, err error) {
	r, err := q.build(ctx, c.base)
	if err != nil {
		return 0, err
	}
	answer, err := c.http.Do(r)
	if err != nil {
		if q.repeatable() && ctx.Err() == nil {
			return 250 * time.Millisecond, err
		}
		return 0, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	if answer.StatusCode < 300 {
		return 0, json.Unmarshal(data, dst)
	}
	p := &apiProblem{Status: answer.StatusCode, Code: "unknown", Detail: string(data)}
	_ = json.Unmarshal(data, p) // what is no problem document keeps its text
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return time.Duration(max(1, seconds)) * time.Second, p
	case http.StatusServiceUnavailable:
		if q.repeatable() {
			return 250 * time.Millisecond, p
		}
	}
	return 0, p
}

// repeatable reports whether sending the request twice does no harm.
func (q apiRequest) repeatable() bool { return q.key != "" || q.method == http.MethodGet }

func (q apiRequest) build(ctx context.Context, base string) (*http.Request, error) {
	var body io.Reader
	if q.body != nil {
		data, err := json.Marshal(q.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, q.method, base+q.path, body)
	if err != nil {
		return nil, err
	}
	if q.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if q.token != "" {
		r.Header.Set("Authorization", "Bearer "+q.token)
	}
	if q.key != "" {
		r.Header.Set("Idempotency-Key", q.key)
	}
	return r, nil
}
