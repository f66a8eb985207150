// Package records takes game records into the store and gives them out again:
// whole files, many games at a time.
package records
