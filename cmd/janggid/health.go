package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func newHealth() *cobra.Command {
	var server serverURL
	var addr string
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a server whether it is ready",
		Long: `Ask a server whether it is ready for requests (/readyz). The exit status is 1 where
it is not: a health check for containers, which have no shell. Without --server the
server is asked that listens on JANGGID_ADDR.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("addr") && !cmd.Flags().Changed("server") {
				server.text = "http://" + addr
			}
			base, err := server.base()
			if err != nil {
				return err
			}
			text, err := askReady(cmd.Context(), base)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), text)
			return nil
		},
	}
	server.register(cmd)
	cmd.Flags().StringVar(&addr, "addr", "", "address that the server listens on")
	cobra.CheckErr(cmd.Flags().MarkHidden("addr")) // for JANGGID_ADDR, and for those who know it of old
	return cmd
}

// askReady returns a ready server's answer; any other answer is the error.
func askReady(ctx context.Context, base string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/readyz", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(body))
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", answer.Status, text)
	}
	return text, nil
}
