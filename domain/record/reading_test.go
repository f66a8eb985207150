package record

import (
	"context"
	"io"
	"iter"
)

func readAs(r io.Reader, f Format) iter.Seq2[*Game, error] {
	return Read(context.Background(), r, Options{Format: f})
}

func readGib(r io.Reader) iter.Seq2[*Game, error]  { return readAs(r, Gib) }
func readPGN(r io.Reader) iter.Seq2[*Game, error]  { return readAs(r, PGN) }
func readUCI(r io.Reader) iter.Seq2[*Game, error]  { return readAs(r, UCI) }
func readDocs(r io.Reader) iter.Seq2[*Game, error] { return readAs(r, JSON) }
