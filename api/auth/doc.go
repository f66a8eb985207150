// Package auth issues and verifies the tokens that players act with: JSON Web
// Tokens (RFC 7519) of the server's own and of the integrator's issuers.
//
// A token is believed if its issuer (iss) is known, the issuer's key verifies
// it, the audience (aud) is the one expected of that issuer, and it is within
// its time (exp, which every token must have, and nbf) to the second, without
// leeway. Own tokens are HS256. An external issuer signs with HS256 and a
// shared secret, or with EdDSA, ES256 or RS256 and a key of its JWKS (RFC
// 7517). Which of them an issuer may use follows from its configuration, never
// from the token.
//
// Trust: the subject (sub) of an external token is the player's id, and its
// scope counts as if it were given here. An external issuer can therefore speak
// for every player, a guest included: configure only an issuer that you trust
// like this server itself.
//
// Verified tokens are remembered for up to 30 seconds, and a JWKS is at most 25
// seconds old, so that a key which its issuer takes away is refused within a
// minute. While a JWKS cannot be read, the keys last read stay in force. A JWKS
// file must be readable at the start; a URL is asked at the start, but a server
// that does not answer is no reason not to start, since guests and other
// issuers do not depend on it: its tokens are answered with
// [ErrKeysUnavailable] until it does.
package auth
