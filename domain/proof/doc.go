// Package proof signs that a game had a history with a given digest, so that
// the history can be trusted without asking the server again. Signatures are
// Ed25519 (RFC 8032), keys are published as a JWK set (RFC 7517, RFC 8037).
package proof
