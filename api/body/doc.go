// Package body reads the JSON bodies of requests, strictly: whatever a client
// sends is either understood exactly as it was written or refused with the
// name of the field that is wrong.
//
// A body is one JSON object; no bytes at all stand for {}. Field names match
// exactly, case included. A field that the destination does not know, a field
// given twice, text that is not UTF-8, anything behind the object, and more
// than [MaxDepth] levels are refused. A whole number is written as one: 2.0
// and 1e2 are refused where the Go field is an integer, and so is a number
// that does not fit. null is for pointers, interfaces and types that read it
// themselves.
//
// A type with an UnmarshalJSON of its own decides about its own fields. If it
// calls [Decode] there, the errors name the whole path.
package body
