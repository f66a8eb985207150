// Package rescue keeps a panic from ending the process where net/http cannot:
// in goroutines that a request starts beside its own.
package rescue

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a panic as an error, with the stack on which it happened.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Unwrap returns the panic's value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Call calls f. A panic becomes a *PanicError.
func Call(f func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &PanicError{Value: value, Stack: debug.Stack()}
		}
	}()
	return f()
}

// Calls makes a function of f that Call calls, for an errgroup.
func Calls(f func() error) func() error {
	return func() error { return Call(f) }
}
