package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/match"
	"github.com/janggid/janggid/domain/janggi"
)

func newSpeed() *cobra.Command {
	var a, b string
	var optionsA, optionsB []string
	var spent time.Duration
	var games int
	cmd := &cobra.Command{
		Use:   "speed",
		Short: "Compare how many nodes a second two engines search",
		Long: `Let two engines search the same positions, in turns: the first twelve turns of
games that the first engine plays against itself. Engines are named as for
match. What a node is, each engine decides for itself.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			starts, err := match.Starts()
			if err != nil {
				return err
			}
			budget := match.Budget{Time: spent}
			_, err = match.Speed{
				A:     func() (match.Player, error) { return match.New(a, optionsA, budget) },
				B:     func() (match.Player, error) { return match.New(b, optionsB, budget) },
				Rules: janggi.Presets()[0].Rules, Games: games, Out: cmd.OutOrStdout(),
			}.Measure(starts)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&a, "a", "", "the first engine, such as 'janggid uci'")
	f.StringVar(&b, "b", "", "the second engine")
	f.StringArrayVar(&optionsA, "option-a", nil, "an option of the first engine, Name=Value (may be repeated)")
	f.StringArrayVar(&optionsB, "option-b", nil, "an option of the second engine")
	f.DurationVar(&spent, "time", time.Second, "time for each position")
	f.IntVar(&games, "games", 10, "games whose positions are searched")
	for _, name := range []string{"a", "b"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(fmt.Sprint(err))
		}
	}
	return cmd
}
