package esdbtest_test

import (
	"context"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

var newOnly = client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}

// While a write is under way no reader sees it, its retry is dropped, and another
// writer conflicts with it.
func TestWriteUnderWay(t *testing.T) {
	server := esdbtest.New(t)
	con := server.Client()
	until := make(chan struct{})
	server.InjectAppends(esdbtest.AppendFault{Until: until})
	id := uuid.New()
	first := make(chan error, 1)
	go func() {
		_, err := con.AppendToStream(t.Context(), "s", newOnly, proposed(id)...)
		first <- err
	}()
	server.AwaitUnderWay(t)
	if other, err := con.AppendToStream(t.Context(), "s", newOnly, proposed(uuid.New())...); code(err) != client.ErrorCodeWrongExpectedVersion {
		t.Errorf("another writer was answered %+v, %v", other, err)
	}
	if got := readStream(t, con, client.ReadStreamOptions{}); got != nil {
		t.Errorf("read %v", got)
	}
	short := newOnly
	deadline := 50 * time.Millisecond
	short.Deadline = &deadline
	if _, err := con.AppendToStream(t.Context(), "s", short, proposed(id)...); code(err) != client.ErrorCodeDeadlineExceeded {
		t.Errorf("the retry was answered %v", err)
	}
	close(until)
	if err := <-first; err != nil {
		t.Error(err)
	}
	if _, err := con.AppendToStream(t.Context(), "s", newOnly, proposed(id)...); err != nil {
		t.Errorf("the retry later: %v", err)
	}
	if got := readStream(t, con, client.ReadStreamOptions{}); len(got) != 1 {
		t.Errorf("read %v", got)
	}
}

// batch is a stream of appends.
type batch struct {
	t *testing.T
	streams.Streams_BatchAppendClient
}

func openBatch(t *testing.T, server *esdbtest.Server, header ...string) *batch {
	t.Helper()
	conn, err := grpc.NewClient(server.Address(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(t.Context(), header...), time.Minute)
	t.Cleanup(cancel)
	call, err := streams.NewStreamsClient(conn).BatchAppend(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return &batch{t, call}
}

// send appends one event of so many bytes to a stream that does not exist.
func (b *batch) send(stream string, id uuid.UUID, bytes int) {
	b.t.Helper()
	err := b.Send(&streams.BatchAppendReq{
		CorrelationId: &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}},
		Options: &streams.BatchAppendReq_Options{
			StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
			ExpectedStreamPosition: &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}},
		},
		ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{{
			Id:       &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}},
			Metadata: map[string]string{"type": "Written", "content-type": "application/json"},
			Data:     make([]byte, bytes),
		}},
		IsFinal: true,
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *batch) receive() *streams.BatchAppendResp {
	b.t.Helper()
	resp, err := b.Recv()
	if err != nil {
		b.t.Fatal(err)
	}
	return resp
}

func TestBatchAppend(t *testing.T) {
	server := esdbtest.New(t)
	b := openBatch(t, server)
	id := uuid.New()
	b.send("s", id, 10)
	first := b.receive()
	if first.GetSuccess().GetCurrentRevision() != 0 || first.GetCorrelationId().GetString_() != id.String() || first.GetSuccess().GetPosition().GetCommitPosition() == 0 {
		t.Errorf("append: %v", first)
	}
	b.send("s", id, 10)
	if again := b.receive(); again.GetSuccess().GetPosition().GetCommitPosition() != first.GetSuccess().GetPosition().GetCommitPosition() {
		t.Errorf("retry: %v", again)
	}
	b.send("s", uuid.New(), 10)
	var wrong shared.WrongExpectedVersion
	if refused := b.receive().GetError(); refused.GetCode() != int32(codes.AlreadyExists) || refused.GetDetails()[0].UnmarshalTo(&wrong) != nil || wrong.GetCurrentStreamRevision() != 0 {
		t.Errorf("conflict: %v", refused)
	}
	b.send("t", uuid.New(), 2<<20)
	if refused := b.receive().GetError(); refused.GetMessage() != "MaximumAppendSizeExceeded" {
		t.Errorf("too large: %v", refused)
	}
	server.InjectAppends(esdbtest.AppendFault{Err: esdbtest.ErrTooBusy})
	b.send("u", uuid.New(), 10)
	if refused := b.receive().GetError(); refused.GetMessage() != "Server Is Busy" {
		t.Errorf("busy: %v", refused)
	}
}

// A retry in a batch is dropped as a single one is, and answers come as they are
// ready, not in the order of the requests.
func TestBatchAppendUnderWay(t *testing.T) {
	server := esdbtest.New(t)
	b := openBatch(t, server)
	until := make(chan struct{})
	server.InjectAppends(esdbtest.AppendFault{Until: until})
	late, prompt := uuid.New(), uuid.New()
	b.send("late", late, 10)
	b.send("late", late, 10)
	b.send("prompt", prompt, 10)
	if got := b.receive(); got.GetCorrelationId().GetString_() != prompt.String() {
		t.Errorf("the first answer is %v", got)
	}
	close(until)
	if got := b.receive(); got.GetCorrelationId().GetString_() != late.String() || got.GetSuccess() == nil {
		t.Errorf("the second answer is %v", got)
	}
	b.send("last", uuid.New(), 10)
	if got := b.receive(); string(got.GetStreamIdentifier().GetStreamName()) != "last" {
		t.Errorf("the retry was answered: %v", got)
	}
}

func TestBatchAppendEndsAtANodeThatDoesNotLead(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 2)
	b := openBatch(t, cluster.Node(0), "requires-leader", "true")
	cluster.Node(0).InjectAppends(esdbtest.AppendFault{Silent: true})
	b.send("s", uuid.New(), 10)
	cluster.Elect(1)
	b.send("t", uuid.New(), 10)
	if _, err := b.Recv(); status.Code(err) != codes.NotFound || b.Trailer().Get("exception")[0] != "not-leader" {
		t.Errorf("ended with %v, %v", err, b.Trailer())
	}
}

func TestBatchAppendMayBeMissing(t *testing.T) {
	b := openBatch(t, esdbtest.New(t, esdbtest.WithoutBatchAppend()))
	if _, err := b.Recv(); status.Code(err) != codes.Unimplemented {
		t.Errorf("ended with %v", err)
	}
}
