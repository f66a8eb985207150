package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
)

// servePprof answers with profiles of this process until ctx ends. They tell
// much about it, so that they have an address of their own, which is not meant
// to be reached from outside.
func servePprof(ctx context.Context, addr string, log *slog.Logger) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("--pprof: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	log.Info("profiles", "url", "http://"+listener.Addr().String()+"/debug/pprof/")
	server := &http.Server{Handler: mux}
	context.AfterFunc(ctx, func() { server.Close() })
	go server.Serve(listener)
	return nil
}
