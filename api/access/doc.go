// Package access decides who may see which game, and as of when: the identity
// behind a request, private games, the spectator view of delayed games, past
// revisions, and waits for revisions and positions of other nodes.
package access
