package auth

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// ParseKey reads a configured HS256 key: at least 32 bytes in hex, or in base64
// of either alphabet, padded or not. Space around it is ignored. Errors do not
// repeat the text, since it may be most of a key.
func ParseKey(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	key, err := hex.DecodeString(text)
	if err != nil {
		plain := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
		key, err = base64.RawStdEncoding.Strict().DecodeString(plain)
	}
	switch {
	case err != nil:
		return nil, errors.New("a key is written in hex or base64")
	case len(key) < MinKeyBytes:
		return nil, fmt.Errorf("a key has at least %d bytes, and this one has %d", MinKeyBytes, len(key))
	}
	return key, nil
}
