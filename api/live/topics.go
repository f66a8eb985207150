package live

// The topics of the hub. Who may see a game as its players do reads GameTopic;
// others read SpectatorTopic, if the game has a delay.

func GameTopic(id string) string      { return "game " + id }
func SpectatorTopic(id string) string { return "shown " + id }

// AudienceTopic is of those who watch a game without playing it.
func AudienceTopic(id string) string { return "audience " + id }

// PlayerTopic is of what concerns a player, whatever the game.
func PlayerTopic(id string) string { return "player " + id }

// FeedTopic is of everything public.
const FeedTopic = "feed"

// SeekTopic is of what becomes of a wish for an opponent.
func SeekTopic(id string) string { return "wish " + id }
