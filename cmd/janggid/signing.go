package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/domain/proof"
)

// signingOptions say which keys proofs are signed with.
type signingOptions struct {
	key         string
	previousKey string
}

func (o *signingOptions) register(f *pflag.FlagSet) {
	f.StringVar(&o.key, "signing-key", "", "seed of the Ed25519 key that signs proofs, 32 bytes in hex or base64; the same on every node (default: one is made in DATA/signing.key; where nodes share a store, it follows from the token key)")
	f.StringVar(&o.previousKey, "previous-signing-key", "", "a seed that proofs were signed with before: its key is published still")
}

// open reads the keys, or makes one that is kept in the data folder. Nodes that
// share a store have no folder in common, and a store in memory has none: there
// the key follows from that of tokens.
func (o signingOptions) open(where storeAt, tokenKey []byte) (*proof.Signer, error) {
	seed, err := o.seed(where, tokenKey)
	if err != nil {
		return nil, err
	}
	var previous [][]byte
	if o.previousKey != "" {
		before, err := auth.ParseKey(o.previousKey)
		if err != nil {
			return nil, wrongUsage(fmt.Errorf("--previous-signing-key: %w", err))
		}
		previous = append(previous, before)
	}
	return proof.NewSigner(seed, previous...)
}

// isMissing reports whether a key is about to be made although the data folder had
// one, or should have had.
func (o signingOptions) isMissing(where storeAt) bool {
	return o.key == "" && !where.shared() && !where.inMemory() && where.lacks("signing.key")
}

func (o signingOptions) seed(where storeAt, tokenKey []byte) ([]byte, error) {
	switch {
	case o.key != "":
		seed, err := auth.ParseKey(o.key)
		if err != nil {
			return nil, wrongUsage(fmt.Errorf("--signing-key: %w", err))
		}
		return seed, nil
	case where.shared() || where.inMemory():
		derived := hmac.New(sha256.New, tokenKey)
		derived.Write([]byte("janggid signing key"))
		return derived.Sum(nil), nil
	}
	return where.keyFile("signing.key")
}
