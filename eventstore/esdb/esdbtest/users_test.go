package esdbtest_test

import (
	"strings"
	"testing"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func connect(t *testing.T, server *esdbtest.Server, login string) *client.Client {
	t.Helper()
	_, rest, _ := strings.Cut(server.ConnectionString(), "@")
	conf, err := client.ParseConnectionString("esdb://" + login + "@" + rest)
	if err != nil {
		t.Fatal(err)
	}
	conf.Logger = client.NoopLogging()
	c, err := client.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestRights(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("admin", "a"), esdbtest.PlainUser("janggid", "j"), esdbtest.MetadataHidden())
	admin, plain := server.Client(), connect(t, server, "janggid:j")
	if _, err := plain.AppendToStream(t.Context(), "s", newOnly, proposed(uuid.New())...); err != nil {
		t.Errorf("append: %v", err)
	}
	if err := readAllError(t, plain, client.ReadAllOptions{From: client.Start{}}); code(err) != client.ErrorCodeAccessDenied {
		t.Errorf("$all without its right: %v", err)
	}
	if _, err := plain.GetStreamMetadata(t.Context(), "s", client.ReadStreamOptions{}); code(err) != client.ErrorCodeAccessDenied {
		t.Errorf("metadata without its right: %v", err)
	}
	if got := readAll(t, admin, client.ReadAllOptions{From: client.Start{}}); len(got) != 1 {
		t.Errorf("$all by an administrator: %v", got)
	}

	metadata := client.StreamMetadata{}
	rights := client.Acl{}
	rights.AddWriteRoles("someone")
	metadata.SetAcl(rights)
	if _, err := admin.SetStreamMetadata(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, metadata); err != nil {
		t.Fatal(err)
	}
	if _, err := plain.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, proposed(uuid.New())...); code(err) != client.ErrorCodeAccessDenied {
		t.Errorf("append against the stream's rights: %v", err)
	}
}

func TestDefaultRightsMayOpenAll(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("admin", "a"), esdbtest.PlainUser("janggid", "j"), esdbtest.AllReadable())
	plain := connect(t, server, "janggid:j")
	if got := readAll(t, plain, client.ReadAllOptions{From: client.Start{}}); got != nil {
		t.Errorf("$all: %v", got)
	}
	if _, err := plain.GetStreamMetadata(t.Context(), "s", client.ReadStreamOptions{}); code(err) != client.ErrorCodeResourceNotFound {
		t.Errorf("metadata: %v", err)
	}
}

func TestLoginsRefusedForAWhile(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("admin", "a"))
	con := server.Client()
	server.RefuseLogins(1)
	if _, err := con.AppendToStream(t.Context(), "s", newOnly, proposed(uuid.New())...); code(err) != client.ErrorCodeUnauthenticated {
		t.Errorf("append: %v", err)
	}
	if _, err := con.AppendToStream(t.Context(), "s", newOnly, proposed(uuid.New())...); err != nil {
		t.Errorf("append later: %v", err)
	}
}
