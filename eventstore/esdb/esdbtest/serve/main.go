// Command serve runs the model of an EventStoreDB as a process of its own, so
// that what a program spends on the store can be measured apart from it. It
// prints the connection string and runs until it is interrupted. It keeps
// nothing, and is no part of what janggid ships.
//
//	go run ./eventstore/esdb/esdbtest/serve [-nodes 3] [-single]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func main() {
	nodes := flag.Int("nodes", 1, "nodes of the cluster")
	single := flag.Bool("single", false, "offer single appends only, without BatchAppend")
	flag.Parse()
	var options []esdbtest.Option
	if *single {
		options = append(options, esdbtest.WithoutBatchAppend())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run(ctx, os.Stdout, max(*nodes, 1), options...)
}

// run serves a cluster until ctx ends. It tells its connection string first.
func run(ctx context.Context, out io.Writer, nodes int, options ...esdbtest.Option) {
	p := &process{}
	defer p.end()
	cluster := esdbtest.NewCluster(p, nodes, options...)
	connection := cluster.ConnectionString()
	if nodes == 1 {
		connection = cluster.Node(0).ConnectionString()
	}
	fmt.Fprintln(out, connection)
	<-ctx.Done()
}

// process stands in for a test.
type process struct{ cleanups []func() }

var _ esdbtest.T = (*process)(nil)

func (p *process) Helper() {}

func (p *process) Cleanup(f func()) { p.cleanups = append(p.cleanups, f) }

func (p *process) end() {
	for i := len(p.cleanups) - 1; i >= 0; i-- {
		p.cleanups[i]()
	}
}

func (p *process) TempDir() string {
	dir, err := os.MkdirTemp("", "esdbtest")
	if err != nil {
		p.Fatalf("%v", err)
	}
	p.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (p *process) Errorf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (p *process) Fatalf(format string, args ...any) {
	p.Errorf(format, args...)
	p.end()
	os.Exit(1)
}
