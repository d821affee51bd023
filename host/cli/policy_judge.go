package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/store"
)

// judge takes a call to its decision and no step further.
func (a *App) judge(ctx context.Context, t *catalog.Tool, args map[string]any, frontEnd string) (verdict, error) {
	v := verdict{res: &invoke.Result{Tool: t.Name, Service: t.Service}, frontEnd: frontEnd}
	var err error
	if v.config, err = a.config(); err != nil {
		return v, err
	}
	p, err := a.judging(v.config, t.Service)
	if err != nil {
		return v, err
	}
	p.Records.FrontEnd = frontEnd
	blobs := blob.New(a.blobOptions())
	defer blobs.Close()
	v.res, v.decision, err = p.Decide(ctx, invoke.Request{Tool: t, Args: args, Blobs: blobs, Store: a.globals.Draft})
	if err != nil {
		return v, err
	}
	v.why = p.Risk.Why(v.res.Service, v.res.Action, v.res.Params)
	v.asks = confirm.Needed(confirm.Request{
		Tables: p.Risk, Service: v.res.Service, Action: v.res.Action, Class: v.res.Class, Params: v.res.Params, Ask: v.decision.Confirm,
	})
	for _, r := range v.decision.Reasons {
		v.reasons = append(v.reasons, explained{r, settingsOf(v.config, r.Key)})
	}
	for _, c := range v.decision.Caps {
		used, known := a.capUsed(ctx, v.config, p.Records.Owner, c.Name)
		v.caps = append(v.caps, usedCap{c, used, known})
	}
	return v, nil
}

// judging is a pipeline that can go as far as the decision: it has no backend,
// so it opens no workspace and needs nobody to be signed in.
func (a *App) judging(c *config.Config, service string) (*invoke.Pipeline, error) {
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	x, err := a.catalogOf(service)
	if err != nil {
		return nil, err
	}
	reg, err := a.plugins()
	if err != nil {
		return nil, err
	}
	on := "rest" // a plugin's own service
	if p := reg.Get(service); p == nil || p.Grant == nil {
		if on, err = a.backendOf(c, service); err != nil {
			return nil, err
		}
	}
	p := &invoke.Pipeline{
		Catalog: x, Modules: modules{a}, Risk: tables, Policy: c.Policy,
		Proxied: on == config.AppsScript, Clock: a.clock, Now: a.zoned,
	}
	p.Records, err = a.pipelineRecords(c, service, on)
	return p, err
}

// settingsOf are the lines for a key of the policy: [policy]'s and the
// profile's, those that are set; where none is, [policy]'s default.
func settingsOf(c *config.Config, key string) []config.Entry {
	if key == "" {
		return nil
	}
	own := "profile." + c.Profile.Name + ".policy."
	name := strings.TrimPrefix(strings.TrimPrefix(key, own), "policy.")
	of := func(e config.Entry) bool { return e.Key == "policy."+name || e.Key == own+name }
	all := slices.DeleteFunc(c.Entries(), func(e config.Entry) bool { return !of(e) })
	set := slices.DeleteFunc(slices.Clone(all), func(e config.Entry) bool { return e.Origin.Kind != "file" })
	switch {
	case len(set) > 0:
		return set
	case len(all) > 0:
		return all[:1]
	}
	return []config.Entry{{Key: "policy." + name, Origin: config.Origin{Kind: "default"}}}
}

// capUsed tells how much of a daily cap is taken, where this machine has records
// of it. A shared store is not asked: explaining needs no network.
func (a *App) capUsed(ctx context.Context, c *config.Config, owner store.Owner, name string) (int, bool) {
	if c.Store.Driver == config.Postgres || c.StateDir == "" {
		return 0, false
	}
	if _, err := os.Stat(filepath.Join(c.StateDir, recordsFile)); err != nil {
		return 0, os.IsNotExist(err) // nothing was ever counted
	}
	s, err := a.records()
	if err != nil {
		return 0, false
	}
	used, err := s.Count(ctx, owner, name, a.zoned().Format("2006-01-02"))
	return used, err == nil
}
