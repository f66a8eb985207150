// Package limit counts what clients do against published limits.
//
// A [Policy] is a token bucket: it holds Burst tokens, and Quota of them flow
// back in every Window. There is one bucket for each policy and key, where a
// key is a player's id or a client's address ([AddressKey]). Buckets are kept
// in memory, by each node for itself, and a bounded number of them: one that is
// full again is forgotten, and under a flood of new keys the least used go
// first, full again when they come back.
//
// A Policy without a Window bounds what goes on at once, streams for example.
package limit
