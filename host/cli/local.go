package cli

import (
	"context"
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// localCommand looks after the embedded workspace, which --local uses.
func (a *App) localCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "local",
		Short:   "Fill, serve and reset the embedded local workspace",
		Long:    "The embedded workspace is Gmail, Calendar, Drive and Tasks in one file on this\nmachine: no account, no network. --local makes any tool use it.",
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	path := &cobra.Command{
		Use:   "path",
		Short: "Print the path of the workspace file",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return a.localPath() },
	}
	reset := &cobra.Command{
		Use:   "reset",
		Short: "Remove the workspace with everything in it (asks first)",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.localReset(cmd.Context()) },
	}
	var port int
	serve := &cobra.Command{
		Use:     "serve",
		Short:   "Serve the workspace over HTTP on this machine, for other programs' tests",
		Long:    "Serve the workspace over HTTP on a loopback address until it is interrupted. It\nchecks no credentials: whoever can open a connection on this machine may do\neverything in the workspace.",
		Example: "  wslite local serve --port 8085",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.localServe(cmd.Context(), port) },
	}
	serve.Flags().IntVar(&port, "port", 0, "listen on this `PORT` of 127.0.0.1; 0 takes a free one")
	cmd.AddCommand(a.localImportCommand(), path, reset, serve)
	cmd.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := cmd.Root().PersistentPreRunE(cmd, args); err != nil {
			return err
		}
		return a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key")
	}
	return cmd
}

// localFile is the workspace's path, whatever the profile's backend.
func (a *App) localFile() (string, error) {
	c, err := a.config()
	if err != nil {
		return "", err
	}
	if _, err := c.RequireState(); err != nil {
		return "", err
	}
	return c.LocalFile, nil
}

func (a *App) localPath() error {
	file, err := a.localFile()
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("path", file)
		return writeJSON(a.Out, o)
	}
	_, err = fmt.Fprintln(a.Out, file)
	return err
}

func (a *App) localReset(ctx context.Context) error {
	file, err := a.localFile()
	if err != nil {
		return err
	}
	if !a.globals.Yes {
		p := a.prompter()
		if p == nil {
			return fault.New(fault.ConfirmationRequired, "local reset removes everything in %q", file).WithHint("add --yes")
		}
		yes, err := p.Confirm(ctx, fmt.Sprintf("Remove everything in the local workspace %s?", text.Line(file)))
		if err != nil {
			return err
		}
		if !yes {
			return fault.New(fault.ConfirmationRequired, "not confirmed; nothing was removed")
		}
	}
	removed, err := local.Reset(file)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("path", file)
		o.add("removed", removed)
		return writeJSON(a.Out, o)
	}
	if removed {
		a.note("removed the local workspace %s", file)
	} else {
		a.note("there is no local workspace at %s", file)
	}
	return nil
}

func (a *App) localServe(ctx context.Context, port int) error {
	if port < 0 || port > 65535 {
		return fault.New(fault.Usage, "--port takes 0 to 65535, not %d", port)
	}
	ws, err := a.localWS()
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fault.Wrap(err, fault.Client, "port %d of 127.0.0.1 can't be listened on", port).WithHint("another program may have it; --port 0 takes a free one")
	}
	defer l.Close()
	url := "http://" + l.Addr().String()
	if a.globals.JSON {
		err = writeJSON(a.Out, object{{"url", url}})
	} else {
		_, err = fmt.Fprintln(a.Out, url)
	}
	if err != nil {
		return err
	}
	a.note("serving until interrupted; no credentials are checked")
	return ws.Serve(ctx, l)
}
