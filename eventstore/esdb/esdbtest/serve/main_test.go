package main

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

func TestRunServesUntilItIsInterrupted(t *testing.T) {
	for _, nodes := range []int{1, 3} {
		ctx, interrupt := context.WithCancel(t.Context())
		read, write := io.Pipe()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			run(ctx, write, nodes)
		}()
		connection, err := bufio.NewReader(read).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		conf, err := client.ParseConnectionString(strings.TrimSpace(connection))
		if err != nil {
			t.Fatal(err)
		}
		conf.Logger = client.NoopLogging()
		con, err := client.NewClient(conf)
		if err != nil {
			t.Fatal(err)
		}
		event := client.EventData{EventID: uuid.New(), EventType: "Written", ContentType: client.ContentTypeJson, Data: []byte(`{}`)}
		if _, err := con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}, event); err != nil {
			t.Errorf("%d nodes: %v", nodes, err)
		}
		con.Close()
		interrupt()
		<-ended
	}
}
