package esdbtest

// Kill ends the node as a killed process ends. What a leader has written and not
// yet replicated stays in its own log alone: no other node has it, nobody is
// answered, and its retry is a new write. The cluster has no leader until Elect.
//
// A leader that died so cuts these events off its log when it rejoins, and then
// ends with status 0: the Start after such a Kill leaves it stopped, and the next
// one, a supervisor's, lets it run.
func (s *Server) Kill() {
	leads := s.cluster.leading() == s
	if leads {
		s.cluster.Elect(-1)
	}
	// The log goes first: what is replicated after this moment was not
	// acknowledged before it.
	if leads && s.cluster.stored().cut() {
		s.mu.Lock()
		s.diverged = true
		s.mu.Unlock()
	}
	s.Stop()
}

// Exits is how often the node has ended with status 0 by itself, after it had cut
// its log.
func (s *Server) Exits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.exits
}

// cut forgets what is not replicated, and tells whether there was anything.
func (l *log) cut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	any := len(l.pending) > 0
	clear(l.pending)
	return any
}
