package records

// Summary counts the records of a file by result. Each is in one of Kept,
// AlreadyThere, Replaced, Unreadable and Failed; those in Cut are also in one
// of the first three.
type Summary struct {
	Read         int            `json:"read"`
	Kept         int            `json:"kept"`
	AlreadyThere int            `json:"already_there"`
	Replaced     int            `json:"replaced"`
	Cut          int            `json:"cut"`
	Unreadable   int            `json:"unreadable"`
	Failed       int            `json:"failed"`
	Warnings     int            `json:"warnings"`
	Reasons      map[string]int `json:"reasons"` // for cut or unreadable records
}

func newSummary() Summary { return Summary{Reasons: map[string]int{}} }

// maxReasons bounds the distinct reasons; further ones count as "other".
const maxReasons = 50

func (s *Summary) add(e Entry) {
	s.Read++
	switch e.Status {
	case Kept:
		s.Kept++
	case AlreadyThere:
		s.AlreadyThere++
	case Replaced:
		s.Replaced++
	case Unreadable:
		s.Unreadable++
		s.because(e.Why)
	case Failed:
		s.Failed++
		s.because(e.Why)
	}
	if e.Cut != nil {
		s.Cut++
		reason := e.Cut.Code
		if e.Cut.Reason != "" {
			reason += ": " + e.Cut.Reason
		}
		s.because(reason)
	}
	s.Warnings += len(e.Warnings)
}

func (s *Summary) because(reason string) {
	if _, known := s.Reasons[reason]; !known && len(s.Reasons) >= maxReasons {
		reason = "other"
	}
	s.Reasons[reason]++
}

// Add adds the counts of another file.
func (s *Summary) Add(other Summary) {
	s.Read += other.Read
	s.Kept += other.Kept
	s.AlreadyThere += other.AlreadyThere
	s.Replaced += other.Replaced
	s.Cut += other.Cut
	s.Unreadable += other.Unreadable
	s.Failed += other.Failed
	s.Warnings += other.Warnings
	if s.Reasons == nil {
		s.Reasons = map[string]int{}
	}
	for reason, n := range other.Reasons {
		s.Reasons[reason] += n
	}
}
