package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"github.com/janggid/janggid/api/bare"
)

// newBare serves what the API is measured against. It uses the key of a data
// folder, so that the same tokens are good here.
func newBare() *cobra.Command {
	var size int
	var at storeAt
	var tokens tokenOptions
	cmd := &cobra.Command{
		Use:    "bare",
		Short:  "Serve the bare handler that the API is measured against",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, authority, err := tokens.open(at, toolLogger(cmd))
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
			return serveHTTP(cmd.Context(), listener, mux, slog.New(slog.DiscardHandler))
		},
	}
	cmd.Flags().IntVar(&size, "answer-bytes", 2000, "size of every answer")
	at.register(cmd)
	tokens.register(cmd.Flags())
	return cmd
}
