package journal

import (
	"encoding/hex"
	"unicode/utf8"

	"github.com/google/uuid"
)

// This file writes the parts of canonical JSON (RFC 8785) that the hot path
// needs; encode writes everything else.

// appendQuoted quotes a word that needs no escapes.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// appendText quotes any text. Invalid UTF-8 becomes U+FFFD, as in
// encoding/json.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	plain := 0 // leading bytes that need no escape
	for plain < len(s) && s[plain] >= ' ' && s[plain] < utf8.RuneSelf && s[plain] != '"' && s[plain] != '\\' {
		plain++
	}
	b = append(b, s[:plain]...)
	for _, r := range s[plain:] {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r >= ' ':
			b = utf8.AppendRune(b, r)
		default:
			b = appendControl(b, byte(r))
		}
	}
	return append(b, '"')
}

func appendControl(b []byte, c byte) []byte {
	switch c {
	case '\b':
		return append(b, `\b`...)
	case '\t':
		return append(b, `\t`...)
	case '\n':
		return append(b, `\n`...)
	case '\f':
		return append(b, `\f`...)
	case '\r':
		return append(b, `\r`...)
	}
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xF])
}

// appendID quotes an id in its usual form of five groups.
func appendID(b []byte, id uuid.UUID) []byte {
	b = append(b, '"')
	for i, end := range [...]int{4, 6, 8, 10, 16} {
		start := [...]int{0, 4, 6, 8, 10}[i]
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, id[start:end])
	}
	return append(b, '"')
}
