package guest

import (
	"encoding/json"
	"fmt"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// decode reads one output into v, closed: see shape.go.
func decode(export string, raw []byte, v any) error {
	if err := checkShape(raw, v); err != nil {
		return fault.Wrap(err, fault.PluginFault, "the plugin's %s gave an answer that breaks the ABI: %s", export, err.Error())
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fault.Wrap(err, fault.PluginFault, "the plugin's %s gave an answer that can't be read", export)
	}
	return nil
}

func broken(export, format string, args ...any) error {
	return fault.New(fault.PluginFault, "the plugin's %s gave an answer that breaks the ABI: %s", export, fmt.Sprintf(format, args...))
}

// DecodeCatalog reads the output of "catalog". Texts are cleaned; the names
// and their relations are host/catalog's to check.
func DecodeCatalog(raw []byte) (*abi.Catalog, error) {
	// The number comes first: a catalog of another ABI may have other keys,
	// and its author needs to hear about the number, not about a key.
	var head struct{ ABI *int }
	if err := json.Unmarshal(raw, &head); err == nil && head.ABI != nil && *head.ABI != abi.Version {
		return nil, fault.New(fault.PluginRefused, "the module speaks plugin ABI %d, this wslite speaks ABI %d", *head.ABI, abi.Version).
			WithHint("build the plugin with the sdk of this version of wslite")
	}
	var c abi.Catalog
	if err := decode(abi.ExportCatalog, raw, &c); err != nil {
		return nil, err
	}
	if err := bounded(&c); err != nil {
		return nil, err
	}
	for _, s := range []*string{&c.Title, &c.Provider, &c.Version} {
		*s = text.Line(*s)
	}
	for i := range c.Tools {
		t := &c.Tools[i]
		if hasHidden(t.Input) {
			return nil, broken(abi.ExportCatalog, "the input schema of tool %d holds characters that can't be seen", i)
		}
		cleanTool(t)
	}
	return &c, nil
}

func cleanTool(t *abi.Tool) {
	t.Title, t.Group = text.Line(t.Title), text.Line(t.Group)
	t.Description = text.Clean(t.Description)
	for i := range t.Examples {
		t.Examples[i] = text.Line(t.Examples[i])
	}
	if o := t.Output; o != nil {
		o.Noun, o.Plural, o.Hint = text.Line(o.Noun), text.Line(o.Plural), text.Line(o.Hint)
		for i := range o.Columns {
			o.Columns[i].Title = text.Line(o.Columns[i].Title)
		}
	}
}

// DecodeTransform reads the output of "transform".
func DecodeTransform(raw []byte) (*abi.TransformOutput, error) {
	const export = abi.ExportTransform
	var o abi.TransformOutput
	if err := decode(export, raw, &o); err != nil {
		return nil, err
	}
	if o.Error != nil {
		if o.Action != "" || len(o.Params) > 0 || len(o.Warnings)+len(o.ProxyWarnings) > 0 {
			return nil, broken(export, "it is an error and an action at once")
		}
		return &o, checkError(export, o.Error)
	}
	if !isName(o.Action) {
		return nil, broken(export, "the action %q is no name", text.Line(cut(o.Action)))
	}
	if !isObject(o.Params) {
		return nil, broken(export, "params is no object")
	}
	if err := checkWarnings(export, o.Warnings); err != nil {
		return nil, err
	}
	return &o, checkWarnings(export, o.ProxyWarnings)
}

// DecodePlan reads the output of a step of "plan".
func DecodePlan(raw []byte) (*abi.PlanOutput, error) {
	const export = abi.ExportPlan
	var o abi.PlanOutput
	if err := decode(export, raw, &o); err != nil {
		return nil, err
	}
	ways := 0
	for _, is := range []bool{len(o.Requests) > 0, o.Result != nil, o.Error != nil} {
		if is {
			ways++
		}
	}
	if p := o.Progress; p != nil {
		if err := checkProgress(export, p); err != nil {
			return nil, err
		}
		if ways == 0 && len(o.State) > 0 {
			return &o, nil // it computed, and wants to go on
		}
		if len(o.Requests) == 0 {
			return nil, broken(export, "it tells progress without a next step")
		}
	}
	if ways != 1 {
		return nil, broken(export, "it must be exactly one of requests, result and error; it is %d of them", ways)
	}
	if len(o.State) > 0 && len(o.Requests) == 0 {
		return nil, broken(export, "it keeps state without asking for anything")
	}
	switch {
	case o.Error != nil:
		return &o, checkError(export, o.Error)
	case o.Result != nil:
		return &o, checkResult(export, o.Result)
	}
	for i := range o.Requests {
		if !isName(o.Requests[i].Route) {
			return nil, broken(export, "request %d: the route %q is no name", i, text.Line(cut(o.Requests[i].Route)))
		}
		if o.Requests[i].MaxText < 0 {
			return nil, broken(export, "request %d: maxText is negative", i)
		}
	}
	return &o, nil
}

func checkResult(export string, r *abi.Result) error {
	if len(r.Data) == 0 {
		return broken(export, "the result has no data")
	}
	if p := r.Pagination; p != nil && text.Line(p.NextPageToken) != p.NextPageToken {
		return broken(export, "the page token has characters that can't be seen")
	}
	return checkWarnings(export, r.Warnings)
}

// checkProgress cleans what a step tells of how far it is.
func checkProgress(export string, p *abi.Progress) error {
	if p.Done < 0 || p.Total < 0 || p.Total > 0 && p.Done > p.Total {
		return broken(export, "its progress is %d of %d", p.Done, p.Total)
	}
	p.Message = text.Line(cutAt(p.Message, maxLabel))
	return nil
}

// DecodeRender reads the output of "render": its text, and what stands beside
// it. Service is the plugin's.
func DecodeRender(service string, raw []byte) (string, []Item, error) {
	const export = abi.ExportRender
	var o abi.RenderOutput
	if err := decode(export, raw, &o); err != nil {
		return "", nil, err
	}
	if o.Error != nil {
		if err := checkError(export, o.Error); err != nil {
			return "", nil, err
		}
		return "", nil, fault.New(fault.PluginFault, "the plugin's render failed: %s", o.Error.Message)
	}
	items, err := checkItems(export, service, o.Content)
	if err != nil {
		return "", nil, err
	}
	return text.Clean(o.Text), items, nil
}

// checkError wants a code that is one, and cleans the rest.
func checkError(export string, e *abi.Error) error {
	if !isCode(e.Code) {
		return broken(export, "the error code %q is none", text.Line(cut(e.Code)))
	}
	e.Message, e.Field = text.Line(cut(e.Message)), text.Line(cut(e.Field))
	if e.Message == "" {
		return broken(export, "the error %s has no message", e.Code)
	}
	return nil
}

// checkWarnings cleans warnings; too many would bury the result.
func checkWarnings(export string, list []string) error {
	if len(list) > maxWarnings {
		return fault.New(fault.PluginLimit, "the plugin's %s gave %d warnings, the limit is %d", export, len(list), maxWarnings)
	}
	for i := range list {
		list[i] = text.Line(cut(list[i]))
	}
	return nil
}
