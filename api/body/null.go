package body

import (
	stdjson "encoding/json"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errNull = errors.New("must not be null")

// refuseNull refuses a null that the library would read as "set to zero": a
// client that writes null for a number meant something, but not 0. It is asked
// for every value, so it is only in use where a body has a null at all.
func refuseNull(dec *jsontext.Decoder, dst any) error {
	if dec.PeekKind() != 'n' || wantsNull(dst) {
		return errors.ErrUnsupported // leaves the value to the library
	}
	if _, err := dec.ReadToken(); err != nil {
		return err // it only began like null
	}
	return errNull
}

// wantsNull tells whether null means something to the value behind a pointer.
func wantsNull(dst any) bool {
	switch dst.(type) {
	case stdjson.Unmarshaler, json.UnmarshalerFrom:
		return true
	}
	kind := reflect.TypeOf(dst).Elem().Kind()
	return kind == reflect.Pointer || kind == reflect.Interface
}
