package esdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// What applies where the connection string is silent. The client's defaults are
// 10 attempts and 10 s. Attempts are few because a call that found no node is
// tried again as a whole, and the deadline is shorter because it must leave time
// to look what became of an append.
const (
	discoverAttempts = 2
	deadline         = 5 * time.Second
)

// configure reads a connection string. Keep-alive (10 s, 10 s), TLS (on), the
// time-out of gossip (5 s) and node preference (leader) are the client's defaults.
func configure(connectionString string, logger *slog.Logger) (*client.Configuration, error) {
	if err := checkHosts(connectionString); err != nil {
		return nil, err
	}
	conf, err := client.ParseConnectionString(connectionString)
	if err != nil {
		// A url.Error quotes the string, and with it the password.
		var quoting *url.Error
		if errors.As(err, &quoting) {
			err = quoting.Err
		}
		return nil, fmt.Errorf("esdb: connection string: %w", err)
	}
	if err := conf.Validate(); err != nil {
		return nil, fmt.Errorf("esdb: connection string: %w", err)
	}
	said := settings(connectionString)
	warnOfUnknown(said, logger)
	if !said["maxdiscoverattempts"] {
		conf.MaxDiscoverAttempts = discoverAttempts
	}
	switch {
	case !said["defaultdeadline"]:
		d := deadline
		conf.DefaultDeadline = &d
	case conf.DefaultDeadline == nil || *conf.DefaultDeadline <= 0:
		return nil, errors.New("esdb: connection string: defaultDeadline must be a positive number of milliseconds")
	}
	if conf.MaxDiscoverAttempts < 1 || conf.GossipTimeout < 1 {
		return nil, errors.New("esdb: connection string: maxDiscoverAttempts and gossipTimeout must be positive")
	}
	if conf.Username != "" && conf.DisableTLS {
		logger.Warn("the connection string names a user, but without TLS the client sends neither name nor password")
	}
	// The client looks for these beside its own source.
	conf.UserCertFile, conf.UserKeyFile = fileSetting(connectionString, "usercertfile"), fileSetting(connectionString, "userkeyfile")
	conf.Logger = func(level client.LogLevel, format string, args ...any) {
		if logger.Enabled(context.Background(), slog.LevelDebug) {
			logger.Debug(fmt.Sprintf("esdb client: "+format, args...), "client_level", level)
		}
	}
	return conf, nil
}

// checkHosts refuses several hosts where the client would silently look for none.
func checkHosts(connectionString string) error {
	hosts, ok := strings.CutPrefix(connectionString, "esdb+discover://")
	if !ok {
		return nil
	}
	hosts, _, _ = strings.Cut(hosts, "?")
	hosts = strings.TrimSuffix(hosts[strings.LastIndex(hosts, "@")+1:], "/")
	if !strings.Contains(hosts, ",") {
		return nil
	}
	return fmt.Errorf("esdb: connection string: esdb+discover:// takes the one DNS name of a cluster; for several nodes write esdb://%s", hosts)
}

// known are the settings that the client understands.
var known = map[string]bool{
	"discoveryinterval": true, "gossiptimeout": true, "maxdiscoverattempts": true, "nodepreference": true,
	"keepaliveinterval": true, "keepalivetimeout": true, "tls": true, "tlscafile": true, "tlsverifycert": true,
	"usercertfile": true, "userkeyfile": true, "defaultdeadline": true,
}

// warnOfUnknown names settings that have no effect, without their values.
func warnOfUnknown(said map[string]bool, logger *slog.Logger) {
	for name := range said {
		if name != "" && !known[name] {
			logger.Warn("the connection string has a setting that is not known and has no effect", "setting", name)
		}
	}
}

// settings tells which settings a connection string has, in lower case.
func settings(connectionString string) map[string]bool {
	said := map[string]bool{}
	_, query, _ := strings.Cut(connectionString, "?")
	for setting := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(setting, "=")
		said[strings.ToLower(name)] = true
	}
	return said
}

// fileSetting gives the file that a setting names.
func fileSetting(connectionString, setting string) string {
	_, query, _ := strings.Cut(connectionString, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	for name, value := range values {
		if strings.EqualFold(name, setting) {
			return value[0]
		}
	}
	return ""
}
