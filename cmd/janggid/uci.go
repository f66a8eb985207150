package main

import (
	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid/uci"
)

func newUCI() *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "Play through the Universal Chess Interface",
		Long: `Read commands of the Universal Chess Interface on standard input and answer on
standard output, for graphical interfaces and match tools. A pass is the
general's own point twice, such as e2e2. The option Ruleset chooses the rules by
the name of a preset; UCI_Variant does so by names that other programs use.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return uci.Run(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
