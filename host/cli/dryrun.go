package cli

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/host/text"
)

// printDryRun shows what would be sent. Nothing was.
func (a *App) printDryRun(res *invoke.Result) error {
	requests := res.Requests
	if requests == nil {
		requests = []backend.Planned{} // [] rather than null
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("dryRun", true)
		o.add("tool", res.Tool)
		o.add("service", res.Service)
		o.add("action", res.Action)
		o.add("class", string(res.Class))
		o.add("params", res.Params)
		o.add("requests", requests)
		if len(res.Warnings) > 0 {
			o.add("warnings", res.Warnings)
		}
		return writeJSON(a.Out, o)
	}
	fmt.Fprintf(a.Out, "dry run: nothing is changed\n")
	fmt.Fprintf(a.Out, "service  %s\naction   %s\nclass    %s", text.Line(res.Service), text.Line(res.Action), res.Class)
	if res.NeedsConfirm {
		fmt.Fprint(a.Out, " (needs a yes)")
	}
	fmt.Fprint(a.Out, "\nparams   ")
	if err := writeJSON(a.Out, res.Params); err != nil {
		return err
	}
	for i, r := range requests {
		fmt.Fprintf(a.Out, "request %d  %s %s  (%s)\n", i+1, r.Method, text.Line(r.URL), r.Route)
		if r.Body != nil {
			if err := writeJSON(a.Out, r.Body); err != nil {
				return err
			}
		}
		if m := r.Media; m != nil {
			fmt.Fprintf(a.Out, "content    %s, %s\n", text.Line(m.MimeType), size.Text(float64(m.Size)))
			fmt.Fprintln(a.Out, strings.TrimRight(text.Clean(m.Text), "\n"))
		}
		if r.Note != "" && (i == 0 || requests[i-1].Note != r.Note) {
			a.note("%s", r.Note)
		}
	}
	for _, w := range res.Warnings {
		a.note("warning: %s", w)
	}
	return nil
}
