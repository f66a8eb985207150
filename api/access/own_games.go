package access

import (
	"context"
	"iter"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// OwnGames yields the pages of a list of a player's games as the player sees it,
// and then those that lists lack, in no order.
func (a *Access) OwnGames(ctx context.Context, player string, f projections.Filter) iter.Seq2[projections.Page, error] {
	f.Player, f.Viewer, f.Limit, f.Now = player, player, projections.MaxLimit, a.Now()
	return func(yield func(projections.Page, error) bool) {
		newer, err := a.Unlisted(ctx, func(g *journal.Game) bool { return g.State.Seats.Holds(player) })
		if err != nil {
			yield(projections.Page{}, err)
			return
		}
		for more := true; more; {
			page, err := a.Model.Games(ctx, f)
			f.Cursor, more = page.Next, page.Next != ""
			newer.takeOut(&page)
			if !yield(page, err) || err != nil {
				return
			}
		}
		if len(newer.Games) > 0 {
			yield(newer.page(f), nil)
		}
	}
}
