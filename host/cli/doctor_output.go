package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/setup"
	"github.com/wslite/wslite/host/text"
)

func (a *App) doctorJSON(o doctorOptions, all []*checkup, who signedIn, ok bool) error {
	list := []any{}
	for _, c := range all {
		list = append(list, c.object())
	}
	var doc object
	doc.add("ok", ok)
	doc.add("live", o.live)
	doc.add("deployments", o.deployments)
	doc.add("services", list)
	doc.add("secretStore", who.store)
	doc.add("accounts", who.aliases)
	return writeJSON(a.Out, doc)
}

func (c *checkup) object() object {
	var o object
	o.add("service", c.Service)
	o.add("installed", c.Installed())
	o.add("proxyUrl", setOrMissing(c.URL))
	o.add("primaryToken", setOrMissing(c.Primary))
	o.add("primaryEnvName", appsscript.TokenName(c.Service, "TOKEN"))
	o.add("classTokensSet", notNil(c.Classes))
	o.add("classTokenEnvNamesPresent", notNil(c.ClassNames))
	if c.live != nil {
		o.add("live", liveObject(c.live))
	}
	if c.deployment != nil {
		o.add("deployment", deploymentObject(c.deployment))
	}
	return o
}

func liveObject(l *setup.Live) object {
	var o object
	o.add("health", l.Health)
	if l.Reported != "" {
		o.add("proxyReportsService", l.Reported)
	}
	o.add("auth", l.Auth)
	o.add("ready", l.Ready)
	if l.Advice != "" {
		o.add("advice", l.Advice)
	}
	return o
}

func deploymentObject(d *setup.Deployment) object {
	var o object
	o.add("status", d.Status)
	if n, err := strconv.Atoi(d.Version); err == nil {
		o.add("envVersion", n)
	} else if d.Version != "" {
		o.add("envVersion", d.Version)
	}
	if d.Latest > 0 {
		o.add("latestVersion", d.Latest)
	}
	if d.Fingerprint != "" {
		o.add("fingerprint", d.Fingerprint)
	}
	if d.Advice != "" {
		o.add("advice", d.Advice)
	}
	return o
}

// doctorText prints a table, and below it what to do, a line each.
func (a *App) doctorText(o doctorOptions, all []*checkup, who signedIn, installed int) error {
	head := table.Row{a.bold("SERVICE"), a.bold("PROXY URL"), a.bold("PRIMARY TOKEN"), a.bold("CLASS TOKENS")}
	if o.live {
		head = append(head, a.bold("HEALTH"), a.bold("AUTH"))
	}
	if o.deployments {
		head = append(head, a.bold("DEPLOYMENT"))
	}
	w := a.newTable()
	w.AppendHeader(append(head, ""))
	var advice []string
	for _, c := range all {
		w.AppendRow(c.row(o))
		for _, line := range c.advice() {
			advice = append(advice, c.Service+": "+line)
		}
	}
	out := trimLines(w.Render())
	if len(advice) > 0 {
		out += "\n\n" + text.Clean(strings.Join(advice, "\n"))
	}
	if len(who.names) > 0 {
		out += "\n\nsigned in: " + text.Line(strings.Join(who.names, ", ")) + "; secrets in the store: " + text.Line(who.store)
	}
	if _, err := fmt.Fprintln(a.Out, out); err != nil {
		return err
	}
	if installed == 0 && len(who.names) > 0 {
		a.note("no service is set up for a proxy; wslite auth doctor tells how the accounts stand")
	} else if installed == 0 {
		a.note("no service is set up for a proxy; wslite auth login, wslite demo and --local need none")
	}
	return nil
}

func (c *checkup) row(o doctorOptions) table.Row {
	row := table.Row{c.Service, setOrMissing(c.URL), setOrMissing(c.Primary), strings.Join(c.Classes, " ")}
	if o.live {
		health, auth := "", ""
		if c.live != nil {
			health, auth = string(c.live.Health), string(c.live.Auth)
		}
		row = append(row, health, auth)
	}
	if o.deployments {
		row = append(row, c.deploymentCell())
	}
	return append(row, c.verdict())
}

func (c *checkup) deploymentCell() string {
	d := c.deployment
	if d == nil {
		return ""
	}
	cell := string(d.Status)
	if d.Version != "" {
		cell += " @" + d.Version
	}
	if d.Fingerprint != "" {
		cell += " " + d.Fingerprint
	}
	return cell
}

func (c *checkup) verdict() string {
	switch {
	case !c.Installed():
		return "not set up"
	case !c.URL:
		return "set " + appsscript.URLName(c.Service)
	case !c.Complete():
		return "set " + appsscript.TokenName(c.Service, "TOKEN")
	case !c.ok():
		return "not ready"
	}
	return "ok"
}

// advice says what to do beyond the verdict.
func (c *checkup) advice() []string {
	var list []string
	if c.live != nil && c.live.Advice != "" && c.Complete() {
		list = append(list, c.live.Advice)
	}
	if c.deployment != nil && c.deployment.Advice != "" {
		list = append(list, c.deployment.Advice)
	}
	return list
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
