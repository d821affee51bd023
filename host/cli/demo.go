package cli

import (
	"bytes"
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/demo"
	"github.com/wslite/wslite/host/fault"
)

// demoCommand is the tour on an embedded workspace of its own.
func (a *App) demoCommand() *cobra.Command {
	var keep bool
	cmd := &cobra.Command{
		Use:     "demo [todo.txt]",
		Short:   "Take the tour: the main job on a workspace of its own, no account, no network",
		Example: "  wslite demo\n  wslite demo ~/todo.txt",
		GroupID: "manage",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return exactArgs(1, "at most one file")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.noExtra(cmd, "json", "dry-run", "draft", "params-json", "idempotency-key", "profile", "config"); err != nil {
				return err
			}
			file := ""
			if len(args) == 1 {
				file = args[0]
			}
			return a.demo(cmd.Context(), file, keep)
		},
	}
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the workspace afterwards")
	return cmd
}

// demo runs the tour in a temporary state directory. The user's own
// configuration, plugins and workspace are not looked at.
func (a *App) demo(ctx context.Context, file string, keep bool) error {
	dir, err := os.MkdirTemp("", "wslite-demo-")
	if err != nil {
		return fault.Wrap(err, fault.Client, "no temporary directory could be made for the demo")
	}
	if !keep {
		defer os.RemoveAll(dir)
	}
	after := "removed at the end"
	if keep {
		after = "kept"
	}
	if _, err := a.Out.Write([]byte("The commands below run with " + config.EnvStateDir + "=" + dir + " (" + after + ").\n")); err != nil {
		return err
	}
	tour := &demo.Tour{Out: a.Out, Dir: dir, File: file, Exec: func(ctx context.Context, args []string) demo.Ran {
		return a.rehearse(ctx, dir, args)
	}}
	return tour.Run(ctx)
}

// rehearse runs one command line in-process with a state directory of its
// own, no configuration file and no network.
func (a *App) rehearse(ctx context.Context, dir string, args []string) demo.Ran {
	var out, errs bytes.Buffer
	env := a.Env
	// The output is the one of a terminal, where nobody answers questions.
	env.Streams = Streams{In: bytes.NewReader(nil), Out: &out, Err: &errs, OutTTY: true, Width: 100, Color: a.Color}
	env.Transport = noNetwork{}
	env.Getenv = func(key string) string {
		switch key {
		case config.EnvStateDir:
			return dir
		case config.EnvConfig, config.EnvProfile:
			return ""
		}
		return a.Getenv(key)
	}
	env.UserConfigDir = func() (string, error) { return dir, nil }
	code := Main(ctx, args, env)
	return demo.Ran{Stdout: out.String(), Stderr: errs.String(), Exit: code}
}
