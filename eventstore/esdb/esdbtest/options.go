package esdbtest

import "strings"

// Option changes how a node behaves.
type Option func(*options)

type options struct {
	version   string
	caughtUp  bool
	maxAppend uint64
	user      string
	password  string
	tls       *certificate
}

func defaults() options {
	return options{version: "24.10.4", caughtUp: true, maxAppend: 1 << 20}
}

// Before2310 lets the node be one of version 22.10, which tells no subscriber
// that it has caught up.
func Before2310() Option {
	return func(o *options) { o.version, o.caughtUp = "22.10.5", false }
}

// MaxAppendSize sets how many bytes one append may have; a mebibyte if not set.
func MaxAppendSize(bytes uint64) Option {
	return func(o *options) { o.maxAppend = bytes }
}

// User lets the node refuse calls on streams without this name and password.
// Clients send them over TLS only, so it goes with TLS.
func User(name, password string) Option {
	return func(o *options) { o.user, o.password = name, password }
}

func (o options) login() string {
	if o.user == "" {
		return ""
	}
	return o.user + ":" + o.password + "@"
}

// settings are those that a connection string needs to reach the node. Discovery
// is quick to give up, since a node is near or not there.
func (o options) settings() string {
	settings := []string{"maxDiscoverAttempts=1", "discoveryInterval=1", "gossipTimeout=2"}
	if o.tls == nil {
		settings = append(settings, "tls=false")
	} else {
		settings = append(settings, "tls=true", "tlsCAFile="+o.tls.file)
	}
	return strings.Join(settings, "&")
}
