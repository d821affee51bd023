package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// transform writes ranges and values in the one form that proxies and plans
// read, and then lets the table check them. What it can't read it leaves to the
// checks.
func transform(c *plugin.Call) (*plugin.Choice, error) {
	t, call := table(), *c
	if c.Tool == t.Batch {
		call.Args = tidyOperations(c.Args)
	} else {
		call.Args = tidy(c.Args)
	}
	return t.Transform(&call)
}

func tidyOperations(args value.Value) value.Value {
	operations := args.Get("operations")
	if operations.Kind() != value.KindArray {
		return args
	}
	return with(args, "operations", mapItems(operations, func(op value.Value) value.Value {
		if params := op.Get("params"); params.Exists() {
			return with(op, "params", tidy(params))
		}
		return op
	}))
}

func tidy(args value.Value) value.Value {
	if args.Kind() != value.KindObject {
		return args
	}
	args = tidyRange(args)
	sheet := args.Get("sheetName").Text()
	if p := args.Get("position"); p.Exists() {
		args.Set("position", localRange(p, sheet))
	}
	if u := args.Get("unprotectedRanges"); u.Kind() == value.KindArray {
		args.Set("unprotectedRanges", mapItems(u, func(r value.Value) value.Value { return localRange(r, sheet) }))
	}
	if all := args.Get("ranges"); all.Kind() == value.KindArray {
		args.Set("ranges", mapItems(all, anyRange))
	}
	if values := args.Get("values"); values.Kind() == value.KindArray {
		args.Set("values", tidyValues(values))
	}
	return args
}

// tidyRange moves the name of the sheet from range to sheetName. A proxy reads
// it in some actions only, and in the others works on the first sheet; it reads
// no name with a quote in it at all. Where range and sheetName disagree both
// stay: checkSheet warns.
func tidyRange(args value.Value) value.Value {
	r, err := a1.Parse(args.Get("range").Text())
	if err != nil {
		return args
	}
	given, has := args.Get("sheetName").AsString()
	switch {
	case !r.HasSheet || has && given == r.Sheet:
	case has || args.Has("sheetName"):
		args.Set("range", value.String(r.String()))
		return args
	default:
		args.Set("sheetName", value.String(r.Sheet))
	}
	args.Set("range", value.String(r.Local()))
	return args
}

// localRange takes the sheet's name out of a range that is on that very sheet.
func localRange(v value.Value, sheet string) value.Value {
	r, err := a1.Parse(v.Text())
	switch {
	case err != nil:
		return v
	case r.HasSheet && r.Sheet != sheet:
		return value.String(r.String())
	}
	return value.String(r.Local())
}

func anyRange(v value.Value) value.Value {
	if r, err := a1.Parse(v.Text()); err == nil {
		return value.String(r.String())
	}
	return v
}

func mapItems(list value.Value, f func(value.Value) value.Value) value.Value {
	out := make([]value.Value, list.Len())
	for i, v := range list.Items() {
		out[i] = f(v)
	}
	return value.Array(out...)
}

func with(object value.Value, key string, v value.Value) value.Value {
	object.Set(key, v)
	return object
}
