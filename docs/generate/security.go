package main

import "reflect"

// usualSecurity is what most operations ask for, a token. It is taken out of
// these, and stands once for all.
func usualSecurity(paths object) []any {
	usual := []any{object{"bearerToken": []any{}}}
	for _, item := range paths {
		for _, o := range item.(object) {
			if reflect.DeepEqual(o.(object)["security"], usual) {
				delete(o.(object), "security")
			}
		}
	}
	return usual
}
