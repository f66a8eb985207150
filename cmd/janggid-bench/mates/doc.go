// Package mates finds forced checkmates in games that people played, and proves
// them with nothing of the engine's search: mates in one or two turns of the
// winner by trying every turn of both sides, in three to five by trying the
// winner's checks and every answer to them.
package mates
