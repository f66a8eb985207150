package auth

import "errors"

// Reason says why a token is refused, in words fit for the error_description of
// a WWW-Authenticate field (RFC 6750, section 3): ASCII without quotes, and
// nothing that the holder of the token does not know.
type Reason string

const (
	TooLong          Reason = "the token is longer than 8192 bytes"
	Malformed        Reason = "the token is malformed"
	AlgorithmRefused Reason = "the algorithm of the token is not accepted from its issuer"
	UnknownIssuer    Reason = "the issuer of the token is not known"
	UnknownKey       Reason = "the issuer of the token has no such key"
	BadSignature     Reason = "the signature of the token is wrong"
	WrongAudience    Reason = "the token is meant for another audience"
	MissingExpiry    Reason = "the token has no expiry"
	Expired          Reason = "the token has expired"
	NotYetValid      Reason = "the token is not valid yet"
	InvalidSubject   Reason = "the subject of the token is not 1 to 255 visible ASCII characters"
)

// InvalidTokenError refuses a token.
type InvalidTokenError struct {
	Reason Reason
}

func (e *InvalidTokenError) Error() string { return string(e.Reason) }

// ErrKeysUnavailable means that a token cannot be judged, since its issuer's
// JWKS has not been read yet. It may be tried again.
var ErrKeysUnavailable = errors.New("auth: the keys of the token's issuer cannot be read at present")
