package games

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// Proof is this server's word for a finished game's history.
type Proof struct {
	GameID    string  `json:"game_id"`
	Revision  uint64  `json:"revision"`
	Digest    string  `json:"digest"` // hash of the event at that revision, hex
	Algorithm string  `json:"alg"`
	KeyID     string  `json:"kid"`
	Signature string  `json:"signature"` // base64url without padding
	Key       keyView `json:"key"`       // that verifies it; trust it only if the server publishes it
} // @name Proof

// keyView is a public key as a JWK (RFC 8037).
type keyView struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	X         string `json:"x"` // the key, base64url
	KeyID     string `json:"kid"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
} // @name Key

type KeySet struct {
	Keys []keyView `json:"keys"` // the present one first
} // @name KeySet

// Proof answers with the signed digest of a finished game.
//
//	@ID getProof
//	@Summary Get a finished game's proof
//	@Description The hash of the game's last event, signed with the server's Ed25519 key. Each event holds the hash of the one before, so the proof and the events convince anybody, without this server. The signature is of the canonical JSON `{"digest":…,"game_id":…,"revision":…,"type":"janggid game"}`. A game that is not over has none.
//	@Tags history
//	@Success 200 {object} Proof "The proof"
//	@x-traits ["game","anyone","store"]
//	@Router /v1/games/{id}/proof [get]
func (h *Handlers) Proof(c echo.Context) error {
	g, err := h.Access.ReadNewest(c)
	if err != nil {
		return err
	}
	p := h.proofOf(g)
	if p == nil {
		return rest.NewProblem(rest.CodeNotFound, "a game has a proof when it is over")
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, p)
}

// proofOf is the proof of a game that is over; nil for any other.
func (h *Handlers) proofOf(g *journal.Game) *Proof {
	if g.State.Status != game.Over {
		return nil
	}
	p := h.Signer.Sign(g.ID, g.Revision, g.Digest())
	return &Proof{p.GameID, p.Revision, p.Digest, p.Algorithm, p.KeyID, p.Signature, keyView(p.Key)}
}

// Keys publishes what proofs are verified with.
//
//	@ID listKeys
//	@Summary List the keys that proofs are signed with
//	@Description A JWK set: the present key first, then those of before. `kid` is the key's thumbprint (RFC 7638).
//	@Tags history
//	@Success 200 {object} KeySet "The keys"
//	@Router /v1/keys [get]
func (h *Handlers) Keys(c echo.Context) error {
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
	var v KeySet
	for _, k := range h.Signer.Keys().Keys {
		v.Keys = append(v.Keys, keyView(k))
	}
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}
