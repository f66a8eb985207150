package body

import (
	"bytes"

	"github.com/go-json-experiment/json"
)

// MaxDepth is how many objects and arrays may stand within each other.
const MaxDepth = 32

// The library is strict about case, duplicates and UTF-8 unless told otherwise.
var (
	strict       = json.JoinOptions(json.RejectUnknownMembers(true))
	strictOnNull = json.JoinOptions(strict, json.WithUnmarshalers(json.UnmarshalFromFunc(refuseNull)))
)

// Decode reads data into dst, a pointer to a struct. Fields that data does not
// name keep the value they had. The error is a [*SyntaxError], a [*FieldError]
// or an [*UnknownFieldError]; dst is then of no use. What a type's own
// UnmarshalJSON or UnmarshalText returned is found in it by errors.As.
func Decode(data []byte, dst any) error {
	if len(bytes.Trim(data, " \t\r\n")) == 0 {
		data = []byte("{}")
	}
	shape, err := survey(data)
	if err != nil {
		return err
	}
	options := strict
	if shape.hasNull {
		options = strictOnNull
	}
	if err := json.Unmarshal(data, dst, options); err != nil {
		return explain(err)
	}
	return nil
}
