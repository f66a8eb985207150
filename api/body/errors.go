package body

import "fmt"

// SyntaxError refuses a body that is no JSON object.
type SyntaxError struct {
	Offset int64  // bytes before the place
	Detail string // what is wrong, to be read after "the body"
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("the body %s (at byte %d)", e.Detail, e.Offset)
}

// FieldError refuses the value of a field.
type FieldError struct {
	Field  string // dotted path with array indexes: "time_control.type", "moves.3"
	Detail string // what is wrong, to be read after the field's name
	Err    error  // what the field's type said itself, or nil
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Detail }
func (e *FieldError) Unwrap() error { return e.Err }

// UnknownFieldError refuses a field that does not exist there.
type UnknownFieldError struct {
	Field string // dotted path
}

func (e *UnknownFieldError) Error() string { return "there is no field " + e.Field }
