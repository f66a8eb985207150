package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/bare"
	"github.com/janggid/janggid/api/conn"
)

// newBare serves what the API is measured against. It uses the key of a data
// folder, so that the same tokens are good here.
func newBare() *cobra.Command {
	var size int
	var data string
	cmd := &cobra.Command{
		Use:    "bare",
		Short:  "Serve the bare handler that the API is measured against",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			key, err := auth.LoadOrCreateKey(filepath.Join(data, "token.key"))
			if err != nil {
				return err
			}
			authority, err := auth.New(auth.Config{OwnKeys: [][]byte{key}})
			if err != nil {
				return err
			}
			metrics := prometheus.NewRegistry()
			metrics.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
			mux := http.NewServeMux()
			mux.Handle("/", bare.Handler(authority, bytes.Repeat([]byte{'x'}, size)))
			mux.Handle("/metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "API http://%s/v1\n", listener.Addr())
			return serveBare(cmd.Context(), listener, mux)
		},
	}
	cmd.Flags().IntVar(&size, "answer-bytes", 2000, "size of every answer")
	cmd.Flags().StringVar(&data, "data", "", "folder of the key")
	return cmd
}

// serveBare serves until ctx ends, with the time limits that janggid has too:
// they cost something.
func serveBare(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(conn.Guard(listener, 20*time.Second))
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
