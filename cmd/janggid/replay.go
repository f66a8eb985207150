package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/journal"
)

func newReplay() *cobra.Command {
	var at storeAt
	cmd := &cobra.Command{
		Use:   "replay GAME",
		Short: "Print a stored game turn by turn",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			store, err := at.openToRead(cmd.Context(), toolLogger(cmd))
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, store.Close()) }()
			j := journal.New(store, journal.Options{})
			g, err := loadGame(cmd.Context(), j, at, args[0])
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if g.State.Started {
				start := g.State.Game.Start()
				fmt.Fprintf(out, "%4d %-3s %-6s %-12s %s\n", 0, "", "", "", start.FEN())
			}
			for turn, err := range j.Turns(cmd.Context(), g.ID) {
				if err != nil {
					return err
				}
				board := &turn.After.State.Game
				made, _ := board.LastTurn()
				fmt.Fprintf(out, "%4d %-3s %-6s %-12s %s\n", board.Ply(), made.Side, made.Move,
					turn.Before.State.Game.Format(made.Move), board.Position().FEN())
			}
			if o := g.State.Outcome; o != nil {
				fmt.Fprintf(out, "%s by %s\n", o.Result, o.Reason)
			}
			return nil
		},
	}
	at.register(cmd)
	return cmd
}
