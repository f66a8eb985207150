package api

// The topics of the hub. Who may see a game as its players do reads gameTopic;
// others read shownTopic, if the game has a delay.

func gameTopic(id string) string  { return "game " + id }
func shownTopic(id string) string { return "shown " + id }

// audience is of those who watch a game without playing it.
func audience(id string) string { return "audience " + id }

// playerTopic is of what concerns a player, whatever the game.
func playerTopic(id string) string { return "player " + id }

// feedTopic is of everything public.
const feedTopic = "feed"

// wishTopic is of what becomes of a wish for an opponent.
func wishTopic(id string) string { return "wish " + id }
