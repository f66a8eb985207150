// Package proof signs what somebody may want to rely on without asking the
// server again: that a game had a history with a given digest. Signatures are
// Ed25519 (RFC 8032), keys are published as a JWK set (RFC 7517, RFC 8037).
package proof
