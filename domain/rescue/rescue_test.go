package rescue

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAPanicIsAnErrorWithItsStack(t *testing.T) {
	err := Call(func() error { panic("board on fire") })
	var p *PanicError
	if !errors.As(err, &p) || p.Value != "board on fire" || !strings.Contains(string(p.Stack), "TestAPanicIsAnError") {
		t.Errorf("got %v", err)
	}
	if err := Calls(func() error { panic(io.ErrUnexpectedEOF) })(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestErrorsPassThrough(t *testing.T) {
	if err := Call(func() error { return io.EOF }); err != io.EOF {
		t.Errorf("got %v", err)
	}
	if err := Call(func() error { return nil }); err != nil {
		t.Errorf("got %v", err)
	}
}
