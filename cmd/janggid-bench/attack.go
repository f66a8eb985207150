package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/attack"
)

func newAttack() *cobra.Command {
	o := attack.Options{}
	cmd := &cobra.Command{
		Use:   "attack [NAME...]",
		Short: "Attack a server from one address and see whether others notice",
		Long: `Start a server with default limits for each attack, let players at other
addresses play and read there, first undisturbed and then during the attack, and
print what the attack did to the server's memory, its disk and the others'
latencies. The exit status is 1 when a bound is broken. Without a NAME all
attacks run, one after the other.`,
		RunE: func(cmd *cobra.Command, names []string) error {
			o.Names = names
			return attack.Run(cmd.Context(), o, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Server, "server", "", "the janggid binary to attack (default: built from the module in this folder)")
	f.DurationVar(&o.Calm, "calm", 8*time.Second, "how long to measure before each attack")
	f.DurationVar(&o.Attack, "attack", 15*time.Second, "how long each attack lasts")
	f.Float64Var(&o.Slower, "slower", 5, "how many times as long others' p99 may be during an attack; 0 does not judge it")
	f.DurationVar(&o.Floor, "floor", 0, "a p99 below this is taken for this much, for machines that do other things meanwhile")
	f.BoolVar(&o.List, "list", false, "list the attacks and end")
	return cmd
}

// newAttacker carries out one attack, in a process of its own, so that its work
// is told from that of the people whose latencies are measured.
func newAttacker() *cobra.Command {
	var name, target string
	cmd := &cobra.Command{
		Use:    "attacker",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return attack.Carry(cmd.Context(), name, target, cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "the attack")
	cmd.Flags().StringVar(&target, "target", "", "host:port of the server")
	return cmd
}
