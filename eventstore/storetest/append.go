package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

var appendLaws = []law{
	{"first events start a stream at revision 0", func(f *fixture) {
		stream, events := f.stream(), newEvents(3)
		f.append(stream, eventstore.NoStream(), events)
		f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
	}},
	{"later events follow the last", func(f *fixture) {
		stream, events := f.stream(), newEvents(5)
		f.append(stream, eventstore.NoStream(), events[:2])
		f.append(stream, eventstore.Exactly(1), events[2:3])
		f.append(stream, eventstore.Exactly(2), events[3:])
		f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
	}},
	{"the answer tells where the last event stands", func(f *fixture) {
		stream := f.stream()
		first := f.append(stream, eventstore.NoStream(), newEvents(3))
		second := f.append(stream, eventstore.Exactly(2), newEvents(2))
		rs := f.readStream(stream, 0)
		if rs[2].Position != first.Position || rs[4].Position != second.Position {
			f.Errorf("events stand at %s and %s, the answers said %s and %s",
				rs[2].Position, rs[4].Position, first.Position, second.Position)
		}
	}},
	{"an expectation that is not met is a conflict and writes nothing", appendConflicts},
	{"what could never be stored is invalid and writes nothing", appendInvalid},
	{"an append whose context has ended writes nothing", func(f *fixture) {
		ctx, cancel := context.WithCancel(f.ctx)
		cancel()
		stream := f.stream()
		if _, err := f.Store.Append(ctx, stream, eventstore.NoStream(), newEvents(1)); !errors.Is(err, context.Canceled) {
			f.Errorf("append with an ended context: %v", err)
		}
		f.same("stream", f.readStream(stream, 0), nil)
	}},
	{"data and metadata come back byte for byte", appendBytes},
	{"what a caller does to its slices later changes nothing", func(f *fixture) {
		stream, events := f.stream(), newEvents(1)
		given := []eventstore.Event{{ID: events[0].ID, Type: events[0].Type,
			Data: bytes.Clone(events[0].Data), Metadata: bytes.Clone(events[0].Metadata)}}
		f.append(stream, eventstore.NoStream(), given)
		given[0].Data[0], given[0].Metadata[0] = 'X', 'X'
		read := f.readStream(stream, 0)
		f.sameContent("after the writer's change", read, recorded(stream, 0, events))
		read[0].Data[0], read[0].Metadata[0] = 'X', 'X'
		f.sameContent("after the reader's change", f.readStream(stream, 0), recorded(stream, 0, events))
	}},
	{"events of half a megabyte and batches of hundreds are stored", func(f *fixture) {
		big := newEvents(1)
		big[0].Data = fmt.Appendf(nil, `{"record":"%s"}`, strings.Repeat("초차 한포 ", 512*1024/14))
		many := newEvents(500)
		stream := f.stream()
		f.append(stream, eventstore.NoStream(), big)
		f.append(stream, eventstore.Exactly(0), many)
		f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, append(big, many...)))
	}},
}

func appendConflicts(f *fixture) {
	tests := []struct {
		name     string
		stored   int
		expected eventstore.Expectation
	}{
		{"exact revision of an absent stream", 0, eventstore.Exactly(0)},
		{"no stream where there is one", 2, eventstore.NoStream()},
		{"revision before the last", 3, eventstore.Exactly(1)},
		{"revision just after the last", 3, eventstore.Exactly(3)},
		{"revision far after the last", 3, eventstore.Exactly(1 << 40)},
	}
	for _, tt := range tests {
		stream, stored := f.fill(tt.stored)
		_, err := f.Store.Append(f.ctx, stream, tt.expected, newEvents(2))
		f.conflict(err, stream, tt.expected, at(uint64(tt.stored)))
		f.same(tt.name, f.readStream(stream, 0), stored)
	}
}

func appendInvalid(f *fixture) {
	good := newEvents(3)
	twice := []eventstore.Event{good[0], good[1], good[0]}
	nameless := []eventstore.Event{good[0], {ID: good[1].ID}}
	idless := []eventstore.Event{good[0], {ID: uuid.Nil, Type: "MovePlayed"}}
	stream := f.stream()
	tests := []struct {
		name     string
		stream   string
		expected eventstore.Expectation
		events   []eventstore.Event
	}{
		{"no events", stream, eventstore.NoStream(), nil},
		{"unset expectation", stream, eventstore.Expectation{}, good},
		{"empty stream name", "", eventstore.NoStream(), good},
		{"an id twice", stream, eventstore.NoStream(), twice},
		{"an event without type", stream, eventstore.NoStream(), nameless},
		{"an event without id", stream, eventstore.NoStream(), idless},
	}
	for _, tt := range tests {
		if _, err := f.Store.Append(f.ctx, tt.stream, tt.expected, tt.events); !errors.Is(err, eventstore.ErrInvalid) {
			f.Errorf("%s: %v, want ErrInvalid", tt.name, err)
		}
	}
	f.same("stream", f.readStream(stream, 0), nil)
	f.same("all", f.readAll(f.start), nil)
}

func appendBytes(f *fixture) {
	texts := []string{
		`{}`, `[]`, `null`, `""`,
		`{"b":1,"a":2,"a":3}`,
		"{ \"spaced\" :\t[1 , 2 ]\r\n}\n",
		`{"number":12345678901234567890.10,"exponent":1E+2}`,
		`{"escaped":"\u0000\u00e9\ud83d\ude00\/"}`,
		`{"한글":"장군, 멍군 — 將 楚 漢 😀"}`,
		`{"quote":"it's \"so\" -- ; DROP TABLE events"}`,
	}
	var events []eventstore.Event
	for i, text := range texts {
		e := newEvents(1)[0]
		e.Type = fmt.Sprintf("기물-%d", i)
		e.Data, e.Metadata = []byte(text), []byte(texts[len(texts)-1-i])
		events = append(events, e)
	}
	bare := newEvents(1)[0]
	bare.Metadata = nil
	events = append(events, bare)
	stream := f.stream()
	f.append(stream, eventstore.NoStream(), events)
	f.sameContent("stream", f.readStream(stream, 0), recorded(stream, 0, events))
	f.sameContent("all", f.readAll(f.start), recorded(stream, 0, events))
}
