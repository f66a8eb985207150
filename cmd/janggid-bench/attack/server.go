package attack

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a janggid process with default limits and a data folder of its own.
type server struct {
	cmd  *exec.Cmd
	addr string // host:port
	data string
	log  *bytes.Buffer // of standard error; whole once the process has ended
}

// startServer starts one that yields to the people who measure: they have
// machines of their own, too.
func startServer(ctx context.Context, program, data string) (*server, error) {
	s := &server{data: data, log: &bytes.Buffer{}}
	s.cmd = exec.CommandContext(ctx, "nice", "-n", "5", program, "serve", "--addr", "127.0.0.1:0", "--data", data)
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == "API" {
			s.addr, _, _ = strings.Cut(strings.TrimPrefix(fields[1], "http://"), "/")
			go io.Copy(io.Discard, out)
			return s, nil
		}
	}
	return nil, errors.Join(errors.New("the server did not start"), s.stop())
}

// stop ends the process and waits for it. One that has ended before, or does not
// end well, is an error.
func (s *server) stop() error {
	// A server that drains for its full time has still ten seconds.
	kill := time.AfterFunc(20*time.Second, func() { s.cmd.Process.Kill() })
	defer kill.Stop()
	err := s.cmd.Process.Signal(syscall.SIGTERM)
	if err = errors.Join(err, s.cmd.Wait()); err != nil {
		return fmt.Errorf("the server: %w\n%s", err, lastLines(s.log.String(), 20))
	}
	return nil
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// resident is the process's memory at present, in bytes.
func (s *server) resident() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, errors.New("the server has ended")
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}

// stored is the size of the data folder, in bytes.
func (s *server) stored() (size int64, err error) {
	err = filepath.WalkDir(s.data, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a file of SQLite's that came and went
		}
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

// watchMemory samples the process until stop, which tells the most that it took.
func (s *server) watchMemory() (stop func() int64) {
	done, most := make(chan struct{}), make(chan int64)
	go func() {
		var peak int64
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				most <- peak
				return
			case <-tick.C:
				if now, err := s.resident(); err == nil {
					peak = max(peak, now)
				}
			}
		}
	}()
	return func() int64 { close(done); return <-most }
}
