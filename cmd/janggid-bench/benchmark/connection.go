package benchmark

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
)

// connection is an HTTP/1.1 client for one keep-alive connection that does next
// to nothing, so that what is measured is the server. It understands answers
// with a Content-Length and those without a body.
type connection struct {
	net.Conn
	buffer []byte
}

func connect(addr string) (*connection, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &connection{Conn: c, buffer: make([]byte, 0, 16<<10)}, nil
}

var (
	endOfLine     = []byte("\r\n")
	endOfHead     = []byte("\r\n\r\n")
	contentLength = []byte("Content-Length: ") // Node writes it in lower case
)

// exchange sends a whole request and reads the answer. The body is good until
// the next exchange.
func (c *connection) exchange(request []byte) (status int, body []byte, err error) {
	if _, err := c.Write(request); err != nil {
		return 0, nil, err
	}
	c.buffer = c.buffer[:0]
	head := -1
	for head < 0 {
		if err := c.more(); err != nil {
			return 0, nil, err
		}
		head = bytes.Index(c.buffer, endOfHead)
	}
	if status, err = strconv.Atoi(string(c.buffer[9:12])); err != nil {
		return 0, nil, fmt.Errorf("not an answer: %q", c.buffer[:head])
	}
	length, err := lengthOf(c.buffer[:head+2])
	if err != nil {
		return 0, nil, err
	}
	end := head + len(endOfHead) + length
	for len(c.buffer) < end {
		if err := c.more(); err != nil {
			return 0, nil, err
		}
	}
	return status, c.buffer[head+len(endOfHead) : end], nil
}

// more reads what there is.
func (c *connection) more() error {
	if len(c.buffer) == cap(c.buffer) {
		c.buffer = append(c.buffer, 0)[:len(c.buffer)]
	}
	n, err := c.Read(c.buffer[len(c.buffer):cap(c.buffer)])
	c.buffer = c.buffer[:len(c.buffer)+n]
	if n > 0 || err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func lengthOf(head []byte) (int, error) {
	for line := range bytes.SplitSeq(head, endOfLine) {
		if n := len(contentLength); len(line) > n && bytes.EqualFold(line[:n], contentLength) {
			return strconv.Atoi(string(line[n:]))
		}
	}
	return 0, nil
}

// post appends a request with a JSON body.
func post(b []byte, path, token string, body []byte) []byte {
	b = append(b, "POST "...)
	b = append(b, path...)
	b = appendHead(b, token)
	b = append(b, "Content-Type: application/json\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(body)), 10)
	b = append(b, endOfHead...)
	return append(b, body...)
}

// get appends a request for a path.
func get(b []byte, path, token string) []byte {
	b = append(b, "GET "...)
	b = append(b, path...)
	b = appendHead(b, token)
	return append(b, "\r\n"...)
}

func appendHead(b []byte, token string) []byte {
	b = append(b, " HTTP/1.1\r\nHost: janggid\r\n"...)
	if token != "" {
		b = append(b, "Authorization: Bearer "...)
		b = append(b, token...)
		b = append(b, "\r\n"...)
	}
	return b
}
