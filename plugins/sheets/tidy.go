package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/value"
)

// Ranges and values are written in the one form that proxies and plans read,
// before they are checked. What can't be read stays: the checks refuse it.

// tidyRange moves the name of the sheet from range to sheetName. A proxy reads
// it in some actions only, and in the others works on the first sheet; it reads
// no name with a quote in it at all. Where range and sheetName disagree both
// stay, and [checkFilterRange] warns.
func tidyRange(p *actions.Params) {
	r, err := a1.Parse(p.Get("range").Text())
	if err != nil {
		return
	}
	given, has := p.Get("sheetName").AsString()
	switch {
	case !r.HasSheet || has && given == r.Sheet:
	case p.Has("sheetName"):
		p.Set("range", value.String(r.String()))
		return
	default:
		p.Set("sheetName", value.String(r.Sheet))
	}
	p.Set("range", value.String(r.Local()))
}

// tidyList tidies each item of a list.
func tidyList(p *actions.Params, key string, tidy func(value.Value) value.Value) {
	if list := p.Get(key); list.Kind() == value.KindArray {
		p.Set(key, list.Map(tidy))
	}
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
