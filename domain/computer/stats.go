package computer

// Stats are what the games of a node ask for now.
type Stats struct {
	Games    int     // under way, in which a computer sits
	Demand   float64 // nodes a second that they ask for
	Capacity float64 // nodes a second that the workers search
}

// Stats tells what games ask for.
func (r *Runner) Stats() Stats {
	r.mu.Lock()
	games := len(r.games)
	r.mu.Unlock()
	l := r.load
	l.mu.Lock()
	defer l.mu.Unlock()
	return Stats{games, l.sum(r.options.Now()), l.capacity()}
}
