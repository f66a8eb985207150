package janggi

import (
	"fmt"
	"slices"
)

// word is the name of a value in its list, or its number where it has none.
func enumName[T ~uint8](words []string, value T) string {
	if int(value) < len(words) {
		return words[value]
	}
	return fmt.Sprintf("#%d", uint8(value))
}

func marshalEnum[T ~uint8](words []string, value T) ([]byte, error) {
	if int(value) >= len(words) {
		return nil, fmt.Errorf("invalid %T value %d", value, uint8(value))
	}
	return []byte(words[value]), nil
}

func unmarshalEnum[T ~uint8](dst *T, what string, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("unknown %s %q", what, text)
	}
	*dst = T(i)
	return nil
}
