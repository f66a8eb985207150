package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/match"
	"github.com/janggid/janggid/domain/janggi"
)

func newMatch() *cobra.Command {
	var a, b, ruleset, results, sprt string
	var optionsA, optionsB []string
	var nodesA, nodesB int64
	var spent time.Duration
	var games, concurrent, decisive int
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play two engines against each other",
		Long: `Play engines from both sides of many starts by this project's rules, one game a
core, and tell the difference in Elo with the bounds of its 95 % interval. An
engine is "strength=N", our engine at that strength, "random", or the command
line of any program that speaks UCI. With --results a
match goes on where it was interrupted; with --sprt it ends once the test is
decided.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			preset, ok := janggi.PresetNamed(ruleset)
			if !ok {
				return fmt.Errorf("--ruleset: there is no preset %q", ruleset)
			}
			if (a == "") || (b == "") {
				return fmt.Errorf("--a and --b name the engines")
			}
			starts, err := match.Starts()
			if err != nil {
				return err
			}
			m := match.Match{
				A:     func() (match.Player, error) { return match.New(a, optionsA, match.Budget{Time: spent, Nodes: nodesA}) },
				B:     func() (match.Player, error) { return match.New(b, optionsB, match.Budget{Time: spent, Nodes: nodesB}) },
				Rules: preset.Rules, Starts: starts, Games: games, Concurrent: concurrent, Results: results, Decisive: decisive, Out: cmd.OutOrStdout(),
			}
			if sprt != "" {
				if m.SPRT, err = parseSPRT(sprt); err != nil {
					return err
				}
			}
			total, err := m.Play(cmd.Context())
			fmt.Fprintln(cmd.OutOrStdout(), "total:", total.Line(m.SPRT))
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&a, "a", "", "the first engine, such as strength=5 or 'janggid uci'")
	f.StringVar(&b, "b", "", "the second engine")
	f.StringArrayVar(&optionsA, "option-a", nil, "an option of the first engine, Name=Value (may be repeated)")
	f.StringArrayVar(&optionsB, "option-b", nil, "an option of the second engine")
	f.DurationVar(&spent, "time", 100*time.Millisecond, "time for each turn")
	f.Int64Var(&nodesA, "nodes-a", 0, "nodes for each turn of the first engine, instead of time")
	f.Int64Var(&nodesB, "nodes-b", 0, "nodes for each turn of the second engine, instead of time")
	f.StringVar(&ruleset, "ruleset", janggi.DefaultPreset, "the preset whose rules judge the games")
	f.IntVar(&games, "games", 100, "games to play, two from each start")
	f.IntVar(&concurrent, "concurrent", runtime.NumCPU(), "games at a time")
	f.StringVar(&results, "results", "", "file of results, which is added to")
	f.StringVar(&sprt, "sprt", "", "two differences in Elo to decide between, such as 0,10")
	f.IntVar(&decisive, "decisive", 0, "end a game when both engines see one side ahead by so many hundredths for six turns; 0 plays all games out")
	return cmd
}

func parseSPRT(text string) (*match.SPRT, error) {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if err0 != nil || err1 != nil || elo0 >= elo1 {
		return nil, fmt.Errorf("--sprt needs two rising numbers such as 0,10, not %q", text)
	}
	return &match.SPRT{Elo0: elo0, Elo1: elo1}, nil
}
