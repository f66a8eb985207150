package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/janggi"
)

func newPerft() *cobra.Command {
	var fen, bikjang string
	var depth int
	var divide bool
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count the positions that legal turns lead to, and how fast",
		Long: `Count the leaves of the tree of legal turns to a depth, passes included. Two
passes in a row end the game, and with --bikjang answer so does a pass that
leaves the generals facing; an ended game has no turns. The last line is
"nodes N nps N".`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			position, err := janggi.ParseFEN(fen)
			if err != nil {
				return err
			}
			var mode janggi.Bikjang
			if err := mode.UnmarshalText([]byte(bikjang)); err != nil || mode == janggi.BikjangScore {
				return fmt.Errorf("--bikjang must be off or answer, not %q", bikjang)
			}
			if depth < 0 {
				return fmt.Errorf("--depth must not be negative, and is %d", depth)
			}
			out := cmd.OutOrStdout()
			begin := time.Now()
			var nodes uint64
			if divide {
				for _, branch := range janggi.Divide(position, mode, depth) {
					fmt.Fprintf(out, "%s %d\n", branch.Move, branch.Leaves)
					nodes += branch.Leaves
				}
			} else {
				nodes = janggi.Perft(position, mode, depth)
			}
			fmt.Fprintf(out, "nodes %d nps %.0f\n", nodes, float64(nodes)/max(time.Since(begin).Seconds(), 1e-9))
			return nil
		},
	}
	standard := janggi.StartPosition(janggi.HEEH, janggi.HEEH)
	cmd.Flags().StringVar(&fen, "fen", standard.FEN(), "position to start from")
	cmd.Flags().StringVar(&bikjang, "bikjang", "off", "what facing generals mean: off or answer")
	cmd.Flags().IntVar(&depth, "depth", 4, "turns to look ahead")
	cmd.Flags().BoolVar(&divide, "divide", false, "print the count behind each first turn")
	return cmd
}
