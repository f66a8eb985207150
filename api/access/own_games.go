package access

import (
	"context"
	"iter"

	"github.com/janggid/janggid/projections"
)

// OwnGames yields a player's games, page by page, as the player sees them.
func (a *Access) OwnGames(ctx context.Context, player string, f projections.Filter) iter.Seq2[projections.Page, error] {
	f.Player, f.Viewer, f.Limit, f.Now = player, player, projections.MaxLimit, a.Now()
	return func(yield func(projections.Page, error) bool) {
		for more := true; more; {
			page, err := a.Model.Games(ctx, f)
			if !yield(page, err) || err != nil {
				return
			}
			f.Cursor, more = page.Next, page.Next != ""
		}
	}
}
