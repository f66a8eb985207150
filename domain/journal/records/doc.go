// Package records imports files of many game records into the store and exports
// games as records.
package records
