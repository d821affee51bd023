package cli

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// doctorCommand tells which services are set up. It looks at the presence of
// settings only, sends nothing and shows no value.
func (a *App) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "doctor",
		Short:   "Check which services are set up (presence of settings; sends nothing)",
		Example: "  wslite doctor\n  wslite doctor --json",
		GroupID: "manage",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "dry-run", "params-json", "idempotency-key", "local"); err != nil {
				return err
			}
			return a.doctor()
		},
	}
}

// presence is what doctor finds for one service.
type presence struct {
	service    string
	url        bool
	primary    bool
	classes    []string // class tokens that are set: READ, WRITE, …
	classNames []string // their variables
}

// installed follows the peer: any variable of the service is set.
func (p presence) installed() bool { return p.url || p.primary || len(p.classes) > 0 }

// ok needs the URL and any token. The peer demands the primary token even
// where class tokens, which its own audit recommends, would do.
func (p presence) ok() bool { return p.url && (p.primary || len(p.classes) > 0) }

func (a *App) presenceOf(service string) presence {
	p := presence{service: service}
	p.url = a.Getenv(appsscript.URLName(service)) != ""
	p.primary = a.Getenv(appsscript.TokenName(service, "TOKEN")) != ""
	for _, class := range risk.Classes() {
		suffix := strings.ToUpper(string(class))
		name := appsscript.TokenName(service, suffix+"_TOKEN")
		if a.Getenv(name) != "" {
			p.classes = append(p.classes, suffix)
			p.classNames = append(p.classNames, name)
		}
	}
	return p
}

func (a *App) doctor() error {
	tables, err := risk.Load()
	if err != nil {
		return err
	}
	var all []presence
	installed, ok := 0, true
	for _, s := range tables.Services() {
		p := a.presenceOf(s)
		all = append(all, p)
		if p.installed() {
			installed++
			ok = ok && p.ok()
		}
	}
	ok = ok && installed > 0
	if a.globals.JSON {
		err = a.doctorJSON(all, ok)
	} else {
		err = a.doctorText(all, installed)
	}
	if err == nil && !ok {
		return Exit{fault.ExitFailure}
	}
	return err
}

func (a *App) doctorJSON(all []presence, ok bool) error {
	list := []any{}
	for _, p := range all {
		var o object
		o.add("service", p.service)
		o.add("installed", p.installed())
		o.add("proxyUrl", setOrMissing(p.url))
		o.add("primaryToken", setOrMissing(p.primary))
		o.add("primaryEnvName", appsscript.TokenName(p.service, "TOKEN"))
		o.add("classTokensSet", notNil(p.classes))
		o.add("classTokenEnvNamesPresent", notNil(p.classNames))
		list = append(list, o)
	}
	var doc object
	doc.add("ok", ok)
	doc.add("live", false)
	doc.add("deployments", false)
	doc.add("services", list)
	return writeJSON(a.Out, doc)
}

func (a *App) doctorText(all []presence, installed int) error {
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("SERVICE"), a.bold("PROXY URL"), a.bold("PRIMARY TOKEN"), a.bold("CLASS TOKENS"), ""})
	for _, p := range all {
		verdict := "ok"
		switch {
		case !p.installed():
			verdict = "not set up"
		case !p.url:
			verdict = "set " + appsscript.URLName(p.service)
		case !p.ok():
			verdict = "set " + appsscript.TokenName(p.service, "TOKEN")
		}
		w.AppendRow(table.Row{p.service, setOrMissing(p.url), setOrMissing(p.primary), strings.Join(p.classes, " "), verdict})
	}
	if _, err := fmt.Fprintln(a.Out, trimLines(w.Render())); err != nil {
		return err
	}
	if installed == 0 {
		a.note("no service is set up for a proxy; wslite demo and --local need none")
	}
	return nil
}

func setOrMissing(set bool) string {
	if set {
		return "set"
	}
	return "missing"
}

// notNil makes an empty list print as [].
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
