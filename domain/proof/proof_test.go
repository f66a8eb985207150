package proof

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"testing"
)

func signer(t *testing.T, seed byte, previous ...byte) *Signer {
	t.Helper()
	var before [][]byte
	for _, p := range previous {
		before = append(before, bytes.Repeat([]byte{p}, ed25519.SeedSize))
	}
	s, err := NewSigner(bytes.Repeat([]byte{seed}, ed25519.SeedSize), before...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func publicKey(t *testing.T, k JWK) ed25519.PublicKey {
	t.Helper()
	key, err := k.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAProofHoldsForWhatItSaysAlone(t *testing.T) {
	s := signer(t, 1)
	key := publicKey(t, s.Keys().Keys[0])
	good := s.Sign("a game", 7, "c0ffee")
	if err := good.Verify(key); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(*Proof)
		want   error
	}{
		{"another game", func(p *Proof) { p.GameID = "b game" }, ErrSignature},
		{"another revision", func(p *Proof) { p.Revision++ }, ErrSignature},
		{"another digest", func(p *Proof) { p.Digest = "c0ffef" }, ErrSignature},
		{"a cut signature", func(p *Proof) { p.Signature = p.Signature[:20] }, ErrSignature},
		{"no signature", func(p *Proof) { p.Signature = "" }, ErrSignature},
		{"another key's name", func(p *Proof) { p.KeyID = "other" }, ErrOtherKey},
		{"another algorithm", func(p *Proof) { p.Algorithm = "none" }, ErrOtherKey},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := good
			tt.change(&p)
			if err := p.Verify(key); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
	other := publicKey(t, signer(t, 2).Keys().Keys[0])
	if err := good.Verify(other); !errors.Is(err, ErrOtherKey) {
		t.Errorf("with another key: %v", err)
	}
}

// The bytes that are signed never change: proofs are kept for years.
func TestWhatIsSigned(t *testing.T) {
	p := Proof{GameID: "0192-ab", Revision: 12, Digest: "ab"}
	want := `{"digest":"ab","game_id":"0192-ab","revision":12,"type":"janggid game"}`
	if got := string(p.signed()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The thumbprint of RFC 8037's example key (appendix A.3).
func TestKeyID(t *testing.T) {
	k := JWK{KeyType: "OKP", Curve: "Ed25519", X: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
	if got := KeyID(publicKey(t, k)); got != "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" {
		t.Errorf("%s", got)
	}
}

func TestPreviousKeysArePublished(t *testing.T) {
	old := signer(t, 1).Sign("a game", 0, "00")
	keys := signer(t, 2, 1).Keys().Keys
	if len(keys) != 2 {
		t.Fatalf("%d keys", len(keys))
	}
	if err := old.Verify(publicKey(t, keys[1])); err != nil {
		t.Error(err)
	}
}

func TestKeysOfAnotherSort(t *testing.T) {
	if _, err := NewSigner(make([]byte, 31)); !errors.Is(err, ErrKey) {
		t.Errorf("a seed of 31 bytes: %v", err)
	}
	good := signer(t, 1).Keys().Keys[0]
	for name, change := range map[string]func(*JWK){
		"another type":  func(k *JWK) { k.KeyType = "EC" },
		"another curve": func(k *JWK) { k.Curve = "Ed448" },
		"no base64url":  func(k *JWK) { k.X = "+" + k.X[1:] },
		"too short":     func(k *JWK) { k.X = k.X[:20] },
	} {
		k := good
		change(&k)
		if _, err := k.PublicKey(); !errors.Is(err, ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
