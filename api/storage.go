package api

import "github.com/janggid/janggid/api/rest"

// roomForMore is the problem that the disk has no room left for games that are
// yet to begin, so that those in play can be played to their end.
func (s *Server) roomForMore() error {
	if !s.storageLow() {
		return nil
	}
	return rest.NewProblem(rest.CodeLowStorage, "").WithHeader(rest.HeaderRetryAfter, storageRetry)
}

// storageRetry is how many seconds a client is told to wait for room on a disk:
// somebody has to make it.
const storageRetry = "300"
