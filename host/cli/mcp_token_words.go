package cli

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// The life of a token: what it is without a word, and the longest.
const (
	tokenDays    = 90
	maxTokenDays = 3650
)

func unknownUser(c *config.Config, name string) error {
	var names []string
	for _, u := range c.MCP.Users {
		names = append(names, u.Name)
	}
	e := fault.New(fault.Usage, "there is no user %q in the configuration", text.Line(name))
	if near, ok := text.Suggest(name, names); ok {
		return e.WithHint("did you mean %s?", near)
	}
	return e.WithHint("add a table [mcp.users.NAME]: wslite config path tells where")
}

// tokenLife reads how long a token lives; 0 is without an end.
func tokenLife(s string) (time.Duration, error) {
	if s == "never" {
		return 0, nil
	}
	unit, digits := time.Duration(0), s
	for suffix, u := range map[string]time.Duration{"d": 24 * time.Hour, "h": time.Hour} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			unit, digits = u, rest
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if life := time.Duration(n) * unit; err == nil && life > 0 && life <= maxTokenDays*24*time.Hour && strings.Trim(digits, "0123456789") == "" {
		return life, nil
	}
	return 0, fault.New(fault.Usage, "--expire takes days or hours, as 90d or 12h, up to %dd, or never; not %q", maxTokenDays, text.Line(s))
}

// tokenObject is what JSON tells of a token.
func tokenObject(e bearer.Entry, now time.Time) object {
	o := object{{"id", e.ID}, {"user", e.User}, {"created", e.Created}}
	if !e.Expires.IsZero() {
		o = append(o, object{{"expires", e.Expires}}...)
	}
	return append(o, object{{"ended", e.Lapsed(now)}}...)
}

func (a *App) day(t time.Time) string { return t.In(a.zone()).Format(time.DateOnly) }

// untilWhen tells a person how long a token is good.
func (a *App) untilWhen(e bearer.Entry) string {
	switch {
	case e.Expires.IsZero():
		return "without an end"
	case e.Lapsed(a.Now()):
		return "ended " + a.day(e.Expires)
	}
	return "until " + e.Expires.In(a.zone()).Format("2006-01-02 15:04")
}

// completeUsers completes the names of the configuration's users.
func (a *App) completeUsers(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	c, err := a.config()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, u := range c.MCP.Users {
		names = append(names, u.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
