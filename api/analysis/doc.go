// Package analysis lets people ask the engine about positions, but for those
// of their own games against people that are under way.
package analysis
