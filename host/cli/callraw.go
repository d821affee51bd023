package cli

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/schema"
)

// callRaw sends an action that no catalog knows, unchecked. The operator has
// to open this path with a variable; the gate and the policy still stand.
func (a *App) callRaw(ctx context.Context, o callOptions) error {
	res := &invoke.Result{Service: o.service, Action: o.action}
	if a.Getenv("WSLITE_ALLOW_RAW") != "1" {
		return a.failCall(nil, fault.New(fault.Usage, "raw calls are off").
			WithHint("set WSLITE_ALLOW_RAW=1 to send actions that wslite can't check"))
	}
	if a.globals.Draft {
		return a.failCall(res, fault.New(fault.Usage, "a raw call can't be stored: nobody can tell what it would do; nothing was sent").
			WithHint("leave --draft out, or call a tool"))
	}
	params, err := a.rawParams(o)
	if err != nil {
		return a.failCall(res, err)
	}
	p, err := a.pipeline(ctx, o.service)
	if err != nil {
		return a.failCall(res, err)
	}
	res, err = p.RunRaw(ctx, invoke.RawRequest{
		Service: o.service, Action: o.action, Params: params,
		Yes: a.globals.Yes, Prompter: a.prompter(), DryRun: a.globals.DryRun, Key: a.globals.IdempotencyKey,
	})
	return a.report(ctx, nil, res, err)
}

// rawParams reads --params-json, --operations-file and --idempotency-key.
func (a *App) rawParams(o callOptions) (map[string]any, error) {
	params := map[string]any{}
	if src := a.globals.ParamsJSON; a.globals.paramsJSONSet && src != "" {
		v, err := a.readJSON("--params-json", src)
		if err != nil {
			return nil, err
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, fault.New(fault.Usage, "--params-json must hold a JSON object").WithField("paramsJson")
		}
		params = m
	}
	if o.operationsFile != nil {
		name := strings.TrimPrefix(*o.operationsFile, "@")
		if name != "-" {
			name = "@" + name
		}
		v, err := a.readJSON("--operations-file", name)
		if err != nil {
			return nil, err
		}
		ops, ok := v.([]any)
		if !ok {
			return nil, fault.New(fault.Usage, "--operations-file must hold a JSON list").WithField("operationsFile")
		}
		params["operations"] = ops
	}
	if k := a.globals.IdempotencyKey; k != "" {
		params["idempotencyKey"] = k
	}
	return params, nil
}

// readJSON reads JSON text, @FILE or - (standard input).
func (a *App) readJSON(flag, src string) (any, error) {
	raw := []byte(src)
	if name, ok := strings.CutPrefix(src, "@"); ok || src == "-" {
		if src == "-" {
			name = src
		}
		b, err := a.files().ReadFile(name)
		if err != nil {
			return nil, err
		}
		raw = b
	}
	v, err := schema.ParseJSON(raw)
	if err != nil {
		return nil, fault.New(fault.Usage, "%s is no JSON: %v", flag, err).
			WithHint("check how your shell quotes it, or use @FILE")
	}
	return v, nil
}
