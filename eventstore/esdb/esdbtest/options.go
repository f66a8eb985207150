package esdbtest

import "strings"

// Option changes how a node behaves.
type Option func(*options)

type options struct {
	version   string
	caughtUp  bool
	maxAppend uint64
	users     []user
	tls       *certificate
	noBatch   bool
	// allReadable lets users read $all who are no administrators.
	allReadable bool
	// metadataHidden keeps the metadata of streams from them.
	metadataHidden bool
}

func defaults() options {
	return options{version: "24.10.14", caughtUp: true, maxAppend: 1 << 20}
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

// WithoutBatchAppend lets the node be one that takes single appends only.
func WithoutBatchAppend() Option {
	return func(o *options) { o.noBatch = true }
}

// User lets the node refuse calls on streams without the name and password of an
// administrator. Clients send them over TLS only, so it goes with TLS. The first
// user is named in connection strings.
func User(name, password string) Option {
	return func(o *options) { o.users = append(o.users, user{name, password, true}) }
}

// PlainUser adds a user who is no administrator: without AllReadable $all is not
// for such a one, and the server's own streams never are.
func PlainUser(name, password string) Option {
	return func(o *options) { o.users = append(o.users, user{name, password, false}) }
}

// AllReadable changes the default rights so that every user may read $all.
func AllReadable() Option {
	return func(o *options) { o.allReadable = true }
}

// MetadataHidden changes the default rights so that only administrators may read
// the metadata of streams.
func MetadataHidden() Option {
	return func(o *options) { o.metadataHidden = true }
}

func (o options) login() string {
	if len(o.users) == 0 {
		return ""
	}
	return o.users[0].name + ":" + o.users[0].password + "@"
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
