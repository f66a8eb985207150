package body

import (
	"encoding"
	stdjson "encoding/json"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// nameOf says what JSON a Go type is read from.
func nameOf(t reflect.Type) string {
	if t == nil {
		return "another kind of value"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return "a string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number, written as one"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a string"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Pointer:
		return nameOf(t.Elem())
	}
	return "another kind of value"
}

// saysItself tells whether a type's own method refused a value of this kind, so
// that the error was made for people: UnmarshalText is asked about strings only.
func saysItself(t reflect.Type, kind jsontext.Kind) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[stdjson.Unmarshaler]()) ||
		p.Implements(reflect.TypeFor[json.UnmarshalerFrom]()) ||
		kind == '"' && p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}
