package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/text"
)

// printStored tells that a call waits as a draft. Nothing was sent.
func (a *App) printStored(ctx context.Context, t *catalog.Tool, res *invoke.Result) error {
	s, err := a.globals.shapeOf()
	if err != nil {
		return a.failCall(res, err)
	}
	d := res.Draft
	data := storedData(d)
	if !s.plain() { // as any result of this tool
		plain, err := plainData(data)
		if err != nil {
			return err
		}
		res.Response = &envelope.Response{Success: true, Data: plain}
		res.Warnings = append(append([]string{}, res.Warnings...), d.Payload.Warnings...)
		return a.printShaped(ctx, s, t, res, fault.ExitOK)
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("tool", res.Tool)
		o.add("service", res.Service)
		o.add("action", res.Action)
		o.add("data", data)
		o.add("partial", false)
		if w := append(append([]string{}, res.Warnings...), d.Payload.Warnings...); len(w) > 0 {
			o.add("warnings", w)
		}
		o.add("exitCode", 0)
		return writeJSON(a.Out, o)
	}
	fmt.Fprintf(a.Out, "%s\n", d.ID)
	a.note("draft %s waits for approval, until %s; nothing was sent", d.ID, d.Expires.In(a.zone()).Format("2006-01-02 15:04"))
	a.note("look at it with: wslite drafts show %s; approve it with: wslite drafts approve %s --run", d.ID, d.ID)
	for _, w := range d.Payload.Warnings {
		a.note("warning: %s", w)
	}
	return nil
}

// storedData is what scripts learn of a draft that was just stored.
func storedData(d *draft.Draft) object {
	var data object
	data.add("status", string(d.State))
	data.add("draftId", d.ID)
	data.add("revision", d.Revision)
	data.add("payloadDigest", d.Digest)
	data.add("class", string(d.Payload.Class))
	data.add("expiresAt", d.Expires.UTC())
	if len(d.Payload.Recipients) > 0 {
		data.add("recipients", d.Payload.Recipients)
	}
	return data
}

// plainData is o as if it had been read from JSON, as --jq and --fields take it.
func plainData(o object) (map[string]any, error) {
	raw, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	var m map[string]any
	return m, json.Unmarshal(raw, &m)
}

// printDuplicate tells that a call had been done before.
func (a *App) printDuplicate(res *invoke.Result) error {
	if !a.OutTTY {
		if err := writeJSON(a.Out, res.Response.Data); err != nil {
			return err
		}
	}
	data, _ := res.Response.Data.(map[string]any)
	done, _ := data["completedAt"].(string)
	a.note("%s %s was done already, at %s; nothing was sent now", text.Line(res.Service), text.Line(res.Action), text.Line(done))
	if id, _ := data["resourceId"].(string); id != "" && a.OutTTY {
		fmt.Fprintln(a.Out, text.Line(id))
	}
	return nil
}
