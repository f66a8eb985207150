package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func TestAStoreIsShownWithoutSecrets(t *testing.T) {
	tests := []struct{ url, shown string }{
		{"", "sqlite:data/events.db"},
		{"sqlite:/var/lib/janggid/events.db", "sqlite:/var/lib/janggid/events.db"},
		{"memory:", "memory:"},
		{"esdb://h1:2113,h2:2113,h3:2113?tls=false", "esdb://h1:2113,h2:2113,h3:2113"},
		{"esdb://admin:secret@h1:2113,h2?tls=true&userKeyFile=/secret", "esdb://h1:2113,h2"},
		{"esdb+discover://admin:se/cr?et#@cluster.example:2113/", "esdb+discover://cluster.example:2113"},
		{"esdb://admin:secret@secret@h", "esdb://h"},
		{"postgres://admin:secret@h/db", "postgres://h"},
	}
	for _, tt := range tests {
		if shown := (storeAt{data: "data", url: tt.url}).String(); shown != tt.shown {
			t.Errorf("%s is shown as %s, want %s", tt.url, shown, tt.shown)
		}
	}
}

func TestSecretsOfTheConnectionStringAreNotTold(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("admin", "s3cret"))
	unreachable := strings.Replace(server.ConnectionString(), "tlsCAFile=", "tlsCAFile=/nowhere", 1)
	for _, url := range []string{server.ConnectionString(), unreachable, "esdb://admin:s3cret@h:x", "mongo://admin:s3cret@h"} {
		var said transcript
		ctx, cancel := context.WithCancel(t.Context())
		o := nodeOptions(t, url)
		o.logLevel = "debug"
		// The banner is the last thing that is told before requests come.
		err := serve(ctx, o, stopAt{&said, "Store", cancel}, &said)
		if err != nil {
			fmt.Fprint(&said, err)
		}
		cancel()
		if text := said.text(); text == "" || strings.Contains(text, "s3cret") {
			t.Errorf("%s: said %q", url, text)
		}
	}
}

// transcript is what was written, by goroutines of the client too, some of which
// outlive the store.
type transcript struct {
	mu      sync.Mutex
	written bytes.Buffer
}

func (w *transcript) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written.Write(p)
}

func (w *transcript) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written.String()
}

func TestASharedStoreNeedsASharedKey(t *testing.T) {
	o := nodeOptions(t, esdbtest.New(t).ConnectionString())
	o.tokens.key = ""
	if err := serve(t.Context(), o, t.Output(), t.Output()); !errors.Is(err, errNoSharedKey) {
		t.Errorf("a node without a key: %v", err)
	}
}
