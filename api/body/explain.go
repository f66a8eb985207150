package body

import (
	stdjson "encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// explain puts the library's errors into this package's.
func explain(err error) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return explainSyntax(syntactic)
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		return explainValue(semantic)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &SyntaxError{Detail: "ends too early"}
	}
	return &SyntaxError{Detail: "cannot be read"}
}

func explainSyntax(e *jsontext.SyntacticError) error {
	switch {
	case errors.Is(e, jsontext.ErrDuplicateName):
		return &FieldError{Field: path(e.JSONPointer), Detail: "is given twice"}
	case errors.Is(e, io.ErrUnexpectedEOF):
		return &SyntaxError{Offset: e.ByteOffset, Detail: "ends too early"}
	}
	return &SyntaxError{Offset: e.ByteOffset, Detail: "is not JSON: " + e.Err.Error()}
}

func explainValue(e *json.SemanticError) error {
	field := path(e.JSONPointer)
	if errors.Is(e.Err, json.ErrUnknownName) {
		return &UnknownFieldError{Field: field}
	}

	// What a type's own UnmarshalJSON said about its fields is told from
	// outside: its path starts here.
	var inner *FieldError
	var unknown *UnknownFieldError
	var typeError *stdjson.UnmarshalTypeError
	switch {
	case errors.As(e.Err, &unknown):
		return &UnknownFieldError{Field: join(field, unknown.Field)}
	case errors.As(e.Err, &inner):
		return &FieldError{Field: join(field, inner.Field), Detail: inner.Detail, Err: inner.Err}
	case errors.As(e.Err, &typeError):
		return &FieldError{Field: join(field, typeError.Field), Detail: "must be " + nameOf(typeError.Type)}
	}

	switch {
	case errors.Is(e.Err, strconv.ErrRange):
		return &FieldError{Field: field, Detail: "is too large or too small a number"}
	case errors.Is(e.Err, errNull):
		return &FieldError{Field: field, Detail: errNull.Error()}
	case e.Err == nil || e.GoType == nil || !saysItself(e.GoType, e.JSONKind):
		return &FieldError{Field: field, Detail: "must be " + nameOf(e.GoType)}
	}
	return &FieldError{Field: field, Detail: e.Err.Error(), Err: e.Err}
}

// maxPathBytes bounds what an answer repeats of a name that the client chose.
const maxPathBytes = 100

// path writes a JSON pointer with dots.
func path(p jsontext.Pointer) string {
	var out strings.Builder
	for token := range p.Tokens() {
		if out.Len() > 0 {
			out.WriteByte('.')
		}
		out.WriteString(token)
		if out.Len() > maxPathBytes {
			return shorten(out.String())
		}
	}
	return out.String()
}

func join(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return shorten(outer + "." + inner)
}

func shorten(s string) string {
	if len(s) <= maxPathBytes {
		return s
	}
	cut := maxPathBytes
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
