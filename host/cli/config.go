package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// configCommand shows the configuration; the file is edited by hand.
func (a *App) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Show the configuration and where each value comes from",
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	show := &cobra.Command{
		Use:     "show",
		Short:   "Print every setting, its value and its origin",
		Example: "  wslite config show",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return a.configShow() },
	}
	path := &cobra.Command{
		Use:   "path",
		Short: "Print the path of the configuration file",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return a.configPath() },
	}
	cmd.AddCommand(show, path)
	return cmd
}

func (a *App) configShow() error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if a.globals.JSON {
		list := []any{}
		for _, e := range c.Entries() {
			var o object
			o.add("key", e.Key)
			o.add("value", e.Value)
			o.add("origin", originText(e.Origin))
			list = append(list, o)
		}
		var doc object
		doc.add("file", c.File)
		doc.add("settings", list)
		return writeJSON(a.Out, doc)
	}
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("SETTING"), a.bold("VALUE"), a.bold("FROM")})
	for _, e := range c.Entries() {
		w.AppendRow(table.Row{text.Line(e.Key), settingText(e.Value), text.Line(originText(e.Origin))})
	}
	_, err = fmt.Fprintln(a.Out, trimLines(w.Render()))
	return err
}

// settingText is a value as it would stand in the file.
func settingText(v any) string {
	if v == nil {
		return "(not set)"
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return text.Line(strings.ReplaceAll(string(b), ",", ", "))
}

func originText(o config.Origin) string {
	switch o.Kind {
	case "file":
		return fmt.Sprintf("%s:%d", o.Name, o.Line)
	case "default", "":
		return "default"
	}
	return o.Kind + " " + o.Name
}

// configPath prints the file that is read, or would be: also one that does
// not exist yet, so that an editor can be started with it.
func (a *App) configPath() error {
	c, err := a.config()
	if err != nil {
		return err
	}
	p := c.File
	if p == "" {
		p = c.DefaultFile
	}
	if p == "" {
		return fault.New(fault.Client, "there is no configuration directory: HOME is not set").
			WithHint("set HOME, or name a file with --config or %s", config.EnvConfig)
	}
	if a.globals.JSON {
		var o object
		o.add("path", p)
		o.add("exists", c.File != "")
		return writeJSON(a.Out, o)
	}
	_, err = fmt.Fprintln(a.Out, p)
	return err
}
