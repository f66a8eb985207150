package limit

import (
	"net/http"
	"strconv"
	"time"
)

// Decision is how a bucket stands after it was asked.
type Decision struct {
	Policy     Policy // the zero Policy where limits are off
	Allowed    bool
	Remaining  int           // whole tokens left
	Reset      time.Duration // until the bucket is full
	RetryAfter time.Duration // until there is a token; 0 if Allowed
}

// AddHeader adds the fields RateLimit-Policy and RateLimit, as the IETF's
// draft-ietf-httpapi-ratelimit-headers has them since revision 09, and
// Retry-After (RFC 9110) if the decision is a refusal. It adds nothing where
// limits are off.
func (d Decision) AddHeader(h http.Header) {
	if d.Policy.Name == "" {
		return
	}
	h.Add("RateLimit-Policy", d.Policy.Header())
	h.Add("RateLimit", d.header())
	if !d.Allowed {
		h.Set("Retry-After", strconv.FormatInt(seconds(d.RetryAfter), 10))
	}
}

// Header is the policy's item in a RateLimit-Policy field: its quota (q) and
// window in seconds (w), or the unit (qu) of what goes on at once.
func (p Policy) Header() string {
	b := appendItem(nil, p.Name)
	b = appendParameter(b, 'q', int64(p.Quota))
	if p.AtOnce() {
		return string(b) + `;qu="concurrent-requests"`
	}
	b = appendParameter(b, 'w', seconds(p.Window))
	return string(b)
}

// header is the item in a RateLimit field: what remains (r) and the seconds
// until nothing is used (t), which nobody knows of what goes on.
func (d Decision) header() string {
	b := appendItem(nil, d.Policy.Name)
	b = appendParameter(b, 'r', int64(d.Remaining))
	if !d.Policy.AtOnce() {
		b = appendParameter(b, 't', seconds(d.Reset))
	}
	return string(b)
}

// appendItem appends a string of structured fields (RFC 8941). Names of
// policies have nothing to escape.
func appendItem(b []byte, name string) []byte {
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"')
}

func appendParameter(b []byte, name byte, value int64) []byte {
	b = append(b, ';', name, '=')
	return strconv.AppendInt(b, value, 10)
}

// seconds rounds up, so that nobody is told to come back too early.
func seconds(d time.Duration) int64 {
	return int64((d + time.Second - 1) / time.Second)
}
