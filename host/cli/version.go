package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/sdk/abi"
)

// versionCommand prints the version, and with --json what belongs to it.
func (a *App) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		GroupID: "manage",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if !a.globals.JSON {
				_, err := fmt.Fprintf(a.Out, "wslite %s\n", a.Version)
				return err
			}
			var o object
			o.add("version", a.Version)
			o.add("abi", abi.Version)
			o.add("go", runtime.Version())
			o.add("platform", runtime.GOOS+"/"+runtime.GOARCH)
			return writeJSON(a.Out, o)
		},
	}
}
