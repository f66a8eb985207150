package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// client is somebody at an address.
type client struct {
	base string // http://host:port
	http *http.Client
	dial func(ctx context.Context) (net.Conn, error)
}

// newClient is a client at a loopback address, with as many connections as it
// asks for at once.
func newClient(target, address string) *client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}, Timeout: 10 * time.Second}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, to)
		},
		MaxIdleConnsPerHost: 1024,
		DisableCompression:  true,
	}
	return &client{
		base: "http://" + target,
		http: &http.Client{Transport: transport},
		dial: func(ctx context.Context) (net.Conn, error) { return dialer.DialContext(ctx, "tcp", target) },
	}
}

// do sends a request and reads the whole answer; a body that is no string or
// bytes is sent as JSON.
func (c *client) do(ctx context.Context, method, path, token string, body any) (status int, answer []byte, err error) {
	var text []byte
	media := "application/json"
	switch body := body.(type) {
	case nil:
	case string:
		text = []byte(body)
	case []byte:
		text = body
	case file:
		text, media = body.text, body.media
	default:
		if text, err = json.Marshal(body); err != nil {
			return 0, nil, err
		}
	}
	q, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	q.Header.Set("Content-Type", media)
	if token != "" {
		q.Header.Set("Authorization", "Bearer "+token)
	}
	r, err := c.http.Do(q)
	if err != nil {
		return 0, nil, err
	}
	defer r.Body.Close()
	answer, err = io.ReadAll(r.Body)
	return r.StatusCode, answer, err
}

// file is a body of another type than JSON.
type file struct {
	media string
	text  []byte
}

// call is do for what must succeed.
func (c *client) call(ctx context.Context, method, path, token string, body, into any) error {
	status, answer, err := c.do(ctx, method, path, token, body)
	if err != nil {
		return err
	}
	if status >= 300 {
		return fmt.Errorf("%s %s: %d: %s", method, path, status, answer)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}

// guest registers somebody.
func (c *client) guest(ctx context.Context) (token string, err error) {
	var answer struct {
		Token string `json:"access_token"`
	}
	err = c.call(ctx, http.MethodPost, "/v1/guests", "", `{"name":"Guest"}`, &answer)
	return answer.Token, err
}

// game is what is read of a game.
type game struct {
	ID         string   `json:"id"`
	Ply        int      `json:"ply"`
	Turn       *string  `json:"turn"`
	LegalMoves []string `json:"legal_moves"`
}
