package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"
)

// defaultServer is where a server listens unless told otherwise.
const defaultServer = "http://127.0.0.1:8080"

// serverURL is the flag that names a server to ask.
type serverURL struct {
	text string
}

func (s *serverURL) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.text, "server", defaultServer, "URL of the server")
}

// base is the URL without a slash at its end, for paths to follow.
func (s serverURL) base() (string, error) {
	u, err := url.Parse(s.text)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		err = errors.New("it must look like " + defaultServer)
	}
	if err != nil {
		return "", wrongUsage(fmt.Errorf("--server %q: %w", s.text, err))
	}
	return strings.TrimRight(s.text, "/"), nil
}
