package esdbtest

import (
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// sender sends the answer to one read or subscription, with its fault.
type sender struct {
	call  streams.Streams_ReadServer
	node  *Server
	fault ReadFault
	sent  int
	last  *streams.ReadResp // event
}

func (out *sender) send(m *streams.ReadResp) error { return out.call.Send(m) }

func (out *sender) event(r record) error {
	if err := out.meet(); err != nil {
		return err
	}
	out.sent++
	out.last = toEvent(r, out.node.created())
	return out.send(out.last)
}

// end is called when all events have been sent.
func (out *sender) end() error { return out.meet() }

// meet lets the fault happen when its time has come.
func (out *sender) meet() error {
	f := out.fault
	if f == (ReadFault{}) || out.sent < f.After {
		return nil
	}
	out.fault = ReadFault{}
	switch {
	case f.Unknown:
		// The client asks for no such message, so it knows none.
		return out.send(&streams.ReadResp{Content: &streams.ReadResp_FirstStreamPosition{}})
	case f.Repeat && out.last != nil:
		return out.send(out.last)
	case f.Silent:
		<-out.call.Context().Done()
		return out.call.Context().Err()
	case f.Cut:
		out.node.CutConnections()
		return ErrNotReady
	}
	return f.Err
}
