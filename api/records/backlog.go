package records

import (
	"bytes"
	"compress/flate"
	"sync"

	"github.com/janggid/janggid/api/rest"
)

const (
	// backlogBytes bounds a backlog. Many clients send a whole file before they read
	// anything, and would deadlock with a server that waits for them: compressed,
	// this is enough for the lines of 64 MiB of games.
	backlogBytes = 8 << 20

	// backlogBlock is how much text a backlog holds uncompressed: all of it as long
	// as the client reads.
	backlogBlock = 64 << 10
)

// backlog is text that waits for a slow reader, in the order in which it came.
type backlog struct {
	blocks [][]byte // compressed, the oldest first
	held   int      // bytes of the blocks
	text   bytes.Buffer
}

func (b *backlog) empty() bool { return len(b.blocks) == 0 && b.text.Len() == 0 }

func (b *backlog) full() bool { return b.held >= backlogBytes }

var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// add appends a value as a line of JSON.
func (b *backlog) add(v any) error {
	if err := rest.EncodeJSON(&b.text, v); err != nil || b.text.Len() < backlogBlock {
		return err
	}
	var block bytes.Buffer
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(&block)
	if _, err := b.text.WriteTo(w); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	kept := bytes.Clone(block.Bytes()) // without the buffer's spare room
	b.blocks, b.held = append(b.blocks, kept), b.held+len(kept)
	return nil
}

// take replaces the contents of a buffer by the oldest text.
func (b *backlog) take(into *bytes.Buffer) error {
	into.Reset()
	if len(b.blocks) == 0 {
		*into, b.text = b.text, *into
		return nil
	}
	block := b.blocks[0]
	b.blocks[0] = nil
	b.blocks, b.held = b.blocks[1:], b.held-len(block)
	_, err := into.ReadFrom(flate.NewReader(bytes.NewReader(block)))
	return err
}
