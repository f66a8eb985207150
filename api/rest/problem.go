package rest

// Problem is the body of every error answer (RFC 9457). Which of the fields
// after Instance are there depends on the code.
type Problem struct {
	Type     string `json:"type"` // urn:janggid:problem:<code>
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Code     Code   `json:"code"`
	Detail   string `json:"detail"`
	Instance string `json:"instance"` // path of the request

	Field   string `json:"field,omitempty"`   // bad_request, unknown_field and the invalid_ ones: what is wrong, as a dotted path, a parameter or a header
	Reason  string `json:"reason,omitempty"`  // illegal_move: why
	At      string `json:"at,omitempty"`      // illegal_move: the point that is in the way
	Ply     *int   `json:"ply,omitempty"`     // wrong_ply: turns made in the game; positions: turns made before the one that is wrong
	State   string `json:"state,omitempty"`   // /readyz: waiting_for_store or catching_up
	Outcome any    `json:"outcome,omitempty"` // moves_after_end
	Game    any    `json:"game,omitempty"`    // 409 and 412 about a game: the game as it stands

	header map[string]string
	cause  error // for the log, never for the client
	logged bool
} // @name Problem

// NewProblem begins a problem of the table. An empty detail means its title.
func NewProblem(code Code, detail string) *Problem { return problemTypeOf[code].Problem(detail) }

// Unauthenticated is the problem of a token that is missing or not valid.
func Unauthenticated(detail string) *Problem { return NewProblem(CodeUnauthenticated, detail) }

// BadField is a bad_request about a field, parameter or header.
func BadField(field, detail string) *Problem {
	p := NewProblem(CodeBadRequest, field+": "+detail)
	p.Field = field
	return p
}

func (p *Problem) Error() string {
	if p.cause != nil {
		return string(p.Code) + ": " + p.cause.Error()
	}
	return string(p.Code) + ": " + p.Detail
}

func (p *Problem) Unwrap() error { return p.cause }

// CausedBy keeps the error behind the problem, for the log.
func (p *Problem) CausedBy(err error) *Problem {
	p.cause = err
	return p
}

// Unlogged keeps a problem out of the log of failed requests.
func (p *Problem) Unlogged() *Problem {
	p.logged = true
	return p
}

// WithHeader adds a header field to the answer.
func (p *Problem) WithHeader(name, value string) *Problem {
	if p.header == nil {
		p.header = map[string]string{}
	}
	p.header[name] = value
	return p
}

// WithField names what is wrong: a dotted path, a parameter or a header.
func (p *Problem) WithField(field string) *Problem {
	p.Field = field
	return p
}
