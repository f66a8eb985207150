package benchmark

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server in a process of its own, so that its CPU time and memory
// can be told from those of the load.
type process struct {
	cmd  *exec.Cmd
	addr string // host:port that it listens on
}

// startBare runs the bare handler: this program, with other arguments.
func startBare(ctx context.Context, args ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return launch(ctx, self, append([]string{"bare"}, args...)...)
}

// launch runs a program and waits until it has printed its address, on a line
// "API http://host:port/…".
func launch(ctx context.Context, program string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, program, args...)}
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == "API" {
			p.addr, _, _ = strings.Cut(strings.TrimPrefix(fields[1], "http://"), "/")
			go io.Copy(io.Discard, out)
			return p, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("%s %s did not start", program, strings.Join(args, " ")), p.stop())
}

// stop ends the process and waits for it.
func (p *process) stop() error {
	return errors.Join(p.cmd.Process.Signal(syscall.SIGTERM), p.cmd.Wait())
}

// usage is what a process has used since its start.
type usage struct {
	cpu      time.Duration
	resident int64 // bytes of memory, now
}

// usage asks the process itself, by its metrics.
func (p *process) usage() (u usage, err error) {
	c, err := connect(p.addr)
	if err != nil {
		return u, err
	}
	defer c.Close()
	// HTTP/1.0, since an answer of HTTP/1.1 would come in chunks.
	if _, err := io.WriteString(c, "GET /metrics HTTP/1.0\r\n\r\n"); err != nil {
		return u, err
	}
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), " ")
		value, _ := strconv.ParseFloat(text, 64)
		switch name {
		case "process_cpu_seconds_total":
			u.cpu = time.Duration(value * float64(time.Second))
		case "process_resident_memory_bytes":
			u.resident = int64(value)
		}
	}
	return u, lines.Err()
}
