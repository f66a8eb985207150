package projections

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// cell is a field on its way into a column and out of it.
type cell interface {
	driver.Valuer
	sql.Scanner
}

// setBy says which events set a column.
type setBy int

const (
	byCreation setBy = iota // by the creation alone
	byTurns                 // by turns and by other events
	byOthers                // by other events than turns
)

// column is a column of table games, with the field of a summary that it
// holds.
type column struct {
	name string
	sql  string // type and constraints
	set  setBy
	cell func(*Summary) cell
}

// text is a string; "" stands for NULL.
type text[T ~string] struct{ p *T }

func (c text[T]) Value() (driver.Value, error) {
	if *c.p == "" {
		return nil, nil
	}
	return string(*c.p), nil
}

func (c text[T]) Scan(v any) error {
	s, err := scanned(v)
	*c.p = T(s)
	return err
}

// integer is a number or a count.
type integer[T ~int | ~int64 | ~uint64] struct{ p *T }

func (c integer[T]) Value() (driver.Value, error) { return int64(*c.p), nil }

func (c integer[T]) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("projections: %T where an integer should stand", v)
	}
	*c.p = T(n)
	return nil
}

// boolean is a truth value, as 0 or 1.
type boolean struct{ p *bool }

func (c boolean) Value() (driver.Value, error) {
	if *c.p {
		return int64(1), nil
	}
	return int64(0), nil
}

func (c boolean) Scan(v any) error {
	*c.p = v == int64(1)
	return nil
}

// document is a value as JSON.
type document[T any] struct{ p *T }

func (c document[T]) Value() (driver.Value, error) {
	b, err := json.Marshal(c.p)
	return string(b), err
}

func (c document[T]) Scan(v any) error {
	s, err := scanned(v)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(s), c.p)
}

// tags are a record's tags as JSON; NULL for none.
type tags struct{ p *[]game.SourceTag }

func (c tags) Value() (driver.Value, error) {
	if len(*c.p) == 0 {
		return nil, nil
	}
	return document[[]game.SourceTag](c).Value()
}

func (c tags) Scan(v any) error {
	*c.p = nil
	if v == nil {
		return nil
	}
	return document[[]game.SourceTag](c).Scan(v)
}

// word is a value that may be missing, under its own name.
type word[T any, P interface {
	*T
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}] struct{ p **T }

// wordOf spares the columns to name P.
func wordOf[T any, P interface {
	*T
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}](p **T) cell {
	return word[T, P]{p}
}

func (c word[T, P]) Value() (driver.Value, error) {
	if *c.p == nil {
		return nil, nil
	}
	b, err := P(*c.p).MarshalText()
	return string(b), err
}

func (c word[T, P]) Scan(v any) error {
	s, err := scanned(v)
	if err != nil || s == "" {
		*c.p = nil
		return err
	}
	*c.p = new(T)
	return P(*c.p).UnmarshalText([]byte(s))
}

// setup is a side's setup; NULL until it has one.
type setup struct{ p *game.SetupChoice }

func (c setup) Value() (driver.Value, error) {
	if !c.p.Chosen {
		return nil, nil
	}
	return c.p.Setup.String(), nil
}

func (c setup) Scan(v any) error {
	s, err := scanned(v)
	*c.p = game.SetupChoice{Chosen: s != ""}
	if err != nil || !c.p.Chosen {
		return err
	}
	c.p.Setup, err = janggi.ParseSetup(s)
	return err
}

func scanned(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	}
	return "", fmt.Errorf("projections: %T where a text should stand", v)
}
