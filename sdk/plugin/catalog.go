package plugin

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

func encodeCatalog(c abi.Catalog) value.Value {
	return value.Object(
		value.M("abi", value.Int(int64(c.ABI))),
		value.M("service", value.String(c.Service)),
		value.M("title", value.String(c.Title)),
		value.M("provider", value.String(c.Provider)),
		value.M("version", value.String(c.Version)),
		value.M("tools", list(c.Tools, encodeTool)),
		value.M("requests", optional(c.Requests, encodeActionRequest)),
	)
}

func encodeTool(t abi.Tool) value.Value {
	return value.Object(
		value.M("name", value.String(t.Name)),
		value.M("title", text(t.Title)),
		value.M("description", value.String(t.Description)),
		value.M("action", value.String(t.Action)),
		value.M("actions", value.Strings(t.Actions)),
		value.M("input", raw(t.Input)),
		value.M("group", value.String(t.Group)),
		value.M("batchEligible", flag(t.BatchEligible)),
		value.M("isBatchTool", flag(t.IsBatchTool)),
		value.M("restOnly", sentences(t.RestOnly)),
		value.M("fileArgs", sentences(t.FileArgs)),
		value.M("cli", encodeCLI(t.CLI)),
		value.M("output", encodeOutput(t.Output)),
		value.M("examples", sentences(t.Examples)),
	)
}

func encodeCLI(c *abi.CLI) value.Value {
	if c == nil {
		return value.Value{}
	}
	return value.Object(
		value.M("aliases", encodeAliases(c.Aliases)),
		value.M("positionals", sentences(c.Positionals)),
		value.M("fileInputs", sentences(c.FileInputs)),
		value.M("jsonKeys", sentences(c.JSONKeys)),
		value.M("advancedKeys", sentences(c.AdvancedKeys)),
		value.M("paramsJsonOnly", flag(c.ParamsJSONOnly)),
	)
}

// encodeAliases writes the map in the order of its keys: a map's own order
// differs between two calls, and exports must be pure.
func encodeAliases(m map[string]string) value.Value {
	if len(m) == 0 {
		return value.Value{}
	}
	out := value.Object()
	for last := ""; out.Len() < len(m); {
		next, found := "", false
		for k := range m {
			if (out.Len() == 0 || k > last) && (!found || k < next) {
				next, found = k, true
			}
		}
		out.Set(next, value.String(m[next]))
		last = next
	}
	return out
}

func encodeOutput(o *abi.Output) value.Value {
	if o == nil {
		return value.Value{}
	}
	return value.Object(
		value.M("kind", value.String(o.Kind)),
		value.M("itemsKey", text(o.ItemsKey)),
		value.M("noun", text(o.Noun)),
		value.M("plural", text(o.Plural)),
		value.M("columns", optional(o.Columns, func(c abi.Column) value.Value {
			return value.Object(
				value.M("key", value.String(c.Key)),
				value.M("title", value.String(c.Title)),
				value.M("kind", text(c.Kind)),
				value.M("wide", flag(c.Wide)),
			)
		})),
		value.M("hint", text(o.Hint)),
		value.M("content", flag(o.Content)),
	)
}

func encodeActionRequest(a abi.ActionRequest) value.Value {
	return value.Object(
		value.M("action", value.String(a.Action)),
		value.M("class", value.String(a.Class)),
		value.M("routes", optional(a.Routes, encodeRoute)),
	)
}

func encodeRoute(r abi.Route) value.Value {
	return value.Object(
		value.M("id", value.String(r.ID)),
		value.M("method", value.String(r.Method)),
		value.M("host", value.String(r.Host)),
		value.M("path", value.String(r.Path)),
		value.M("query", optional(r.Query, func(q abi.QueryParam) value.Value {
			return value.Object(
				value.M("name", value.String(q.Name)),
				value.M("type", value.String(q.Type)),
				value.M("repeated", flag(q.Repeated)),
				value.M("required", flag(q.Required)),
			)
		})),
		value.M("body", flag(r.Body)),
	)
}
