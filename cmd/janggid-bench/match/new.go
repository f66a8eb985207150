package match

// New starts the player that a text names: a command line.
func New(text string, options []string, budget Budget) (Player, error) {
	return startExternal(text, options, budget)
}
