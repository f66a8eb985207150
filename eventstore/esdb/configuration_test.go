package esdb

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

func TestConfigureDefaults(t *testing.T) {
	tests := []struct {
		connection string
		attempts   int
		deadline   time.Duration
		keepAlive  time.Duration
		preference client.NodePreference
	}{
		{"esdb://localhost:2113", discoverAttempts, deadline, 10 * time.Second, client.NodePreferenceLeader},
		{"esdb://localhost?maxDiscoverAttempts=7", 7, deadline, 10 * time.Second, client.NodePreferenceLeader},
		{"esdb://a,b:2114,c?DefaultDeadline=250&nodePreference=Random", discoverAttempts, 250 * time.Millisecond, 10 * time.Second, client.NodePreferenceRandom},
		{"esdb+discover://cluster.example?keepAliveInterval=-1", discoverAttempts, deadline, -1, client.NodePreferenceLeader},
	}
	for _, tt := range tests {
		conf, err := configure(tt.connection, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Errorf("%s: %v", tt.connection, err)
			continue
		}
		if conf.MaxDiscoverAttempts != tt.attempts || *conf.DefaultDeadline != tt.deadline ||
			conf.KeepAliveInterval != tt.keepAlive || conf.NodePreference != tt.preference {
			t.Errorf("%s: %+v", tt.connection, conf)
		}
	}
}

func TestConfigureRefuses(t *testing.T) {
	for _, connection := range []string{
		"", "http://localhost", "esdb://", "esdb://h:x", "esdb://user:secret@h:x\x7f",
		"esdb://h?defaultDeadline=soon", "esdb://h?defaultDeadline=0", // the client takes both for no time at all
		"esdb://h?maxDiscoverAttempts=0", "esdb://h?gossipTimeout=0", "esdb://h?nodePreference=best", "esdb://h?tls=maybe",
	} {
		_, err := configure(connection, slog.New(slog.DiscardHandler))
		if err == nil {
			t.Errorf("%q: accepted", connection)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error tells the password: %v", connection, err)
		}
	}
}

func TestConfigureNamesTheRightStringForSeveralHosts(t *testing.T) {
	for _, connection := range []string{"esdb+discover://u:p@ss@a:2113,b:2114/?tls=false", "esdb+discover://a,b:2114"} {
		_, err := configure(connection, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), "esdb://a") || !strings.HasSuffix(err.Error(), ",b:2114") || strings.Contains(err.Error(), "p@ss") {
			t.Errorf("%s: %v", connection, err)
		}
	}
}

func TestConfigureWarnsOfUnknownSettings(t *testing.T) {
	var said bytes.Buffer
	if _, err := configure("esdb://h?tsl=false&NodePreference=leader", slog.New(slog.NewTextHandler(&said, nil))); err != nil {
		t.Fatal(err)
	}
	if strings.Count(said.String(), "level=WARN") != 1 || !strings.Contains(said.String(), "setting=tsl") {
		t.Errorf("said %q", said.String())
	}
}

// The client takes relative names for ones beside its own source.
func TestConfigureKeepsFileNames(t *testing.T) {
	conf, err := configure("esdb://h?userCertFile=user.pem&UserKeyFile=/etc/user.key", slog.New(slog.DiscardHandler))
	if err != nil || conf.UserCertFile != "user.pem" || conf.UserKeyFile != "/etc/user.key" {
		t.Errorf("%+v, %v", conf, err)
	}
}

func TestConfigureWarnsOfLoginWithoutTLS(t *testing.T) {
	var said bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&said, nil))
	for connection, warns := range map[string]bool{"esdb://u:secret@h?tls=false": true, "esdb://u:secret@h": false, "esdb://h?tls=false": false} {
		said.Reset()
		if _, err := configure(connection, logger); err != nil {
			t.Fatal(err)
		}
		if warned := strings.Contains(said.String(), "level=WARN"); warned != warns || strings.Contains(said.String(), "secret") {
			t.Errorf("%s: said %q", connection, said.String())
		}
	}
}
