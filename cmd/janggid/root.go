package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "janggid",
		Short:         "A game server for Janggi (장기, Korean chess)",
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{
			HiddenDefaultCmd: true,
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return fromEnvironment(cmd.Flags()) },
	}
	root.AddCommand(newServe(), newImport(), newExport(), newRebuild(), newReplay(), newVerify(), newCopy(), newHealth(), newToken(), newPerft(), newUCI())
	root.SetHelpTemplate(root.HelpTemplate() + environmentHelp)
	return root
}

const environmentHelp = `
Every flag can be set in the environment too: --addr as JANGGID_ADDR, --token-key
as JANGGID_TOKEN_KEY and so on. A flag on the command line goes first.
`

// fromEnvironment sets the flags that the command line left alone.
func fromEnvironment(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		name := "JANGGID_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, set := os.LookupEnv(name)
		if f.Changed || !set || err != nil {
			return
		}
		if bad := flags.Set(f.Name, value); bad != nil {
			err = fmt.Errorf("%s: %w", name, bad)
			return
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[environmentKey] = []string{name}
	})
	return err
}

// environmentKey annotates a flag that the environment has set.
const environmentKey = "janggid_environment"

// onCommandLine reports whether a flag was given there, not in the environment.
func onCommandLine(cmd *cobra.Command, name string) bool {
	f := cmd.Flags().Lookup(name)
	return f != nil && f.Changed && f.Annotations[environmentKey] == nil
}
