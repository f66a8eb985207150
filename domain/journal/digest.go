package journal

import "encoding/hex"

// Digest is the hash of the game's last event, in hex: what stands for its whole
// history up to Revision.
func (g *Game) Digest() string { return hex.EncodeToString(g.hash[:]) }
