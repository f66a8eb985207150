// Package records serves game records: imports of files, and downloads.
package records
