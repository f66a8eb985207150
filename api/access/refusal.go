package access

import (
	"context"
	"fmt"
	"net/http"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
)

// Refusal is an error as a problem. One about the state of a game has the game.
func (a *Access) Refusal(ctx context.Context, err error, g *journal.Game, viewer string) *rest.Problem {
	p := view.ProblemOf(err)
	if g == nil || (p.Status != http.StatusConflict && p.Status != http.StatusPreconditionFailed) {
		return p
	}
	g, err = a.SpectatorView(ctx, g, viewer)
	if err != nil {
		return view.ProblemOf(err)
	}
	shown, err := a.Views.Game(ctx, g, viewer)
	if err != nil {
		return view.ProblemOf(err)
	}
	if p.Code == rest.CodeWrongPly {
		p.Ply = new(g.State.Ply())
		p.Detail = fmt.Sprintf("the game is at ply %d, not at the one named", *p.Ply)
	}
	p.Game = shown
	return p
}
