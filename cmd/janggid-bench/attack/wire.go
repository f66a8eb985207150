package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// raw sends bytes over a connection of its own and reads what is answered, for
// as long as the server keeps it open.
func (i *intruder) raw(ctx context.Context, wait time.Duration, parts ...string) (answer []byte, err error) {
	c, err := i.dial(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	c.SetDeadline(time.Now().Add(wait))
	for _, part := range parts {
		if _, err := io.WriteString(c, part); err != nil {
			break // the answer may be there all the same
		}
	}
	return io.ReadAll(io.LimitReader(c, mebibyte))
}

// pipelined sends imports that end early, each with another request at once
// behind it on the connection.
func (i *intruder) pipelined(ctx context.Context) error {
	token, err := i.guest(ctx)
	if err != nil {
		return err
	}
	request := func(query, body string) string {
		return fmt.Sprintf("POST /v1/imports?%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n\r\n%s",
			query, token, len(body), body)
	}
	bodies := []string{"[}" + strings.Repeat(" ", 6000), strings.Repeat("x", 100_000), "{" + strings.Repeat("\n", 9000)}
	return together(ctx, 16, func(w int, chance *rand.Rand) {
		answer, _ := i.raw(ctx, 2*time.Second,
			request("format=json", bodies[chance.IntN(len(bodies))]), request("format=uci", "position startpos moves a4b4\n"))
		i.count(statusOf(answer))
	})
}

func statusOf(answer []byte) (status int) {
	fmt.Sscanf(string(answer), "HTTP/1.1 %d", &status)
	return status
}

// unread asks for much and reads none of it.
func (i *intruder) unread(ctx context.Context) error {
	tokens, err := i.guests(ctx, 20)
	if err != nil {
		return err
	}
	line := "position startpos moves a4b4 zzzz\n"
	body := strings.Repeat(line, 20*mebibyte/len(line))
	return together(ctx, 40, func(w int, _ *rand.Rand) {
		head := fmt.Sprintf("POST /v1/imports?format=uci HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n", tokens[w/2], len(body))
		if w%2 == 1 {
			head, body = strings.Repeat("GET /v1/records?format=json HTTP/1.1\r\nHost: x\r\n\r\nGET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n", 100), ""
		}
		i.hold(ctx, head, body)
	})
}

// hold sends something and keeps the connection without reading.
func (i *intruder) hold(ctx context.Context, parts ...string) {
	c, err := i.dial(ctx)
	if err != nil {
		i.count(0)
		return
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	for _, part := range parts {
		if _, err := io.WriteString(c, part); err != nil {
			return
		}
	}
	<-ctx.Done()
}

// streams opens streams of many guests, reads few of them, and makes turns and
// says things there.
func (i *intruder) streams(ctx context.Context) error {
	tokens, err := i.guests(ctx, 40)
	if err != nil {
		return err
	}
	g, err := i.alone(ctx, tokens[0])
	if err != nil {
		return err
	}
	paths := []string{"/v1/games/" + g.ID + "/stream", "/v1/stream", "/v1/me/stream", "/v1/stream?games=" + g.ID}
	var all sync.WaitGroup
	for n := range 4000 {
		all.Go(func() {
			i.hold(ctx, fmt.Sprintf("GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n", paths[n%len(paths)], tokens[n%len(tokens)]))
		})
	}
	for w := range 8 {
		all.Go(func() {
			for ply := 0; ctx.Err() == nil; ply++ {
				i.send(ctx, http.MethodPost, "/v1/games/"+g.ID+"/moves", tokens[0], fmt.Sprintf(`{"move":%q}`, shuttle[ply%len(shuttle)]))
				i.send(ctx, http.MethodPost, "/v1/games/"+g.ID+"/chat", tokens[w], `{"text":"`+strings.Repeat("말", 500)+`"}`)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// slowly keeps so many requests whose bodies never end.
func (i *intruder) slowly(ctx context.Context, n int) error {
	token, err := i.guest(ctx)
	if err != nil {
		return err
	}
	paths := []string{"/v1/games", "/v1/replays", "/v1/positions", "/v1/imports?format=pgn"}
	lengths := []int{64 << 10, 4 << 20, 64 << 10, 60 << 20}
	return i.crowd(ctx, n, func(w int, c net.Conn) error {
		k := w % len(paths)
		_, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n[", paths[k], token, lengths[k])
		return err
	}, func(c net.Conn) error {
		_, err := io.WriteString(c, " ")
		return err
	})
}

// connections keeps so many connections open that send next to nothing.
func (i *intruder) connections(ctx context.Context, n int) error {
	return i.crowd(ctx, n, func(w int, c net.Conn) error {
		switch w % 3 {
		case 0:
			_, err := io.WriteString(c, "G")
			return err
		case 1:
			_, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
			return err
		}
		return nil
	}, func(net.Conn) error { return nil })
}

// crowd keeps so many connections open, each of which begins with something and
// then does something a second. One that the server closes is opened again.
func (i *intruder) crowd(ctx context.Context, n int, begin func(w int, c net.Conn) error, again func(c net.Conn) error) error {
	var all sync.WaitGroup
	dialing := make(chan struct{}, 64)
	for w := range n {
		all.Go(func() {
			for ctx.Err() == nil {
				dialing <- struct{}{}
				c, err := i.dial(ctx)
				<-dialing
				if err != nil {
					i.count(0)
					pause(ctx, time.Second)
					continue
				}
				stop := context.AfterFunc(ctx, func() { c.Close() })
				i.count(1)
				err = begin(w, c)
				for err == nil {
					c.SetReadDeadline(time.Now().Add(time.Second))
					if _, err = c.Read(make([]byte, 4096)); errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
						err = again(c)
					}
				}
				stop()
				c.Close()
				pause(ctx, 100*time.Millisecond)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// headers sends large headers.
func (i *intruder) headers(ctx context.Context) error {
	return together(ctx, 128, func(w int, _ *rand.Rand) {
		size := 15 << 10
		if w%2 == 1 {
			size = 4 * mebibyte
		}
		answer, _ := i.raw(ctx, 5*time.Second, "GET /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: "+strings.Repeat("a", size)+"\r\n\r\n")
		i.count(statusOf(answer))
	})
}
