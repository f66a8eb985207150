package view

import "github.com/janggid/janggid/domain/game"

// Presence says which players are away.
type Presence struct {
	Cho *There `json:"cho"` // null: nobody sits there
	Han *There `json:"han"`
}

type There struct {
	AwaySince *game.Instant `json:"away_since"` // null: is there, as far as known
}

type PresenceFrame struct {
	GameID   string   `json:"game_id"`
	Presence Presence `json:"presence"`
}
