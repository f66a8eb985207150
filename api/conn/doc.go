// Package conn keeps connections from holding a server: one whose peer takes
// nothing of an answer is given up, and none outlasts the server's end.
//
// net/http has one deadline for a whole answer, which suits neither a stream nor
// a large file over a slow line. Here a deadline is for some progress: a peer has
// patience's time for every few KiB, unless it is still sending itself, as clients
// do that read nothing of an answer before all of their file is sent.
package conn
