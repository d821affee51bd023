package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Limits that no schema states. All but the last two are those of the proxies.
const (
	maxCells   = 10000 // of one call, read or written
	maxColumn  = a1.MaxColumn
	maxFrozen  = 10000
	maxIndex   = 10000
	maxTitle   = 100   // Google's own for the title of a sheet
	maxContent = 50000 // Google's own for the characters of a cell
)

// checkSheet is what all tools with a sheetName have in common: an unset shell
// variable must not choose the first sheet.
func checkSheet(p *actions.Params) { p.NotBlank("sheetName") }

// aRange reads an argument that names a range; ok is false where there is none,
// and where it can't be read, which is refused.
func aRange(p *actions.Params, key string, v value.Value) (r a1.Range, ok bool) {
	if !v.Exists() {
		return r, false
	}
	r, err := a1.Parse(v.Text())
	if err != nil {
		p.Invalid(key, key+" can't be read: "+err.Error()+".")
	}
	return r, err == nil
}

// onRange checks range and sheetName together. verb completes "cells can be ...
// in one call".
func onRange(p *actions.Params, verb string) (r a1.Range, ok bool) {
	r, ok = checkFilterRange(p)
	if n := r.Cells(); ok && n > maxCells {
		p.Fail(plugin.LimitExceeded, "range", "range has "+text.Int(n)+" cells; "+text.Int(maxCells)+" cells can be "+verb+" in one call. Split it.")
	}
	return r, ok
}

// checkFilterRange is for ranges of which no cell is touched.
func checkFilterRange(p *actions.Params) (r a1.Range, ok bool) {
	tidyRange(p)
	checkSheet(p)
	r, ok = aRange(p, "range", p.Get("range"))
	// Not refused: calls that name two sheets are on record, and a service may
	// know what they mean.
	if ok && r.HasSheet {
		p.Warn("range names the sheet " + a1.Quote(r.Sheet) + " and sheetName another one. Which of them counts differs from tool to tool: give one.")
	}
	return r, ok
}

func checkRead(p *actions.Params)   { onRange(p, "read") }
func checkChange(p *actions.Params) { onRange(p, "changed") }
func checkFilter(p *actions.Params) { checkFilterRange(p) }

func checkBatchGet(p *actions.Params) {
	tidyList(p, "ranges", anyRange)
	total := 0
	for i, v := range p.Get("ranges").Items() {
		key := "ranges." + text.Int(i)
		r, ok := aRange(p, key, v)
		if !ok {
			return
		}
		if total += r.Cells(); total > maxCells {
			p.Fail(plugin.LimitExceeded, key, "ranges have more than "+text.Int(maxCells)+" cells together, as many as can be read in one call. Read fewer at a time.")
			return
		}
	}
}

// atMost bounds a whole number where the schema's own bound is no limit.
func atMost(p *actions.Params, key string, max int) {
	if n, ok := p.Get(key).AsInt(); ok && n > int64(max) {
		p.Invalid(key, key+" can be "+text.Int(max)+" at most.")
	}
}

func checkColumnWidth(p *actions.Params) {
	checkSheet(p)
	atMost(p, "column", maxColumn)
}

func checkFreeze(p *actions.Params) {
	checkSheet(p)
	atMost(p, "numRows", maxFrozen)
}

// sheetTitle checks the name that a sheet is to have.
func sheetTitle(key string) func(*actions.Params) {
	return func(p *actions.Params) { p.Bound(key, maxTitle) }
}

func checkCopy(p *actions.Params) {
	p.NotBlank("newName")
	p.Bound("newName", maxTitle)
	if dest, given := p.Get("destSpreadsheetId").AsString(); given && !google.IsID(dest) {
		p.Invalid("destSpreadsheetId",
			"destSpreadsheetId must be a spreadsheet's id: letters, digits, - and _, as between /d/ and /edit in its address.")
	}
}

// checkSort knows of both meanings of sortColumn: as documented it counts from
// the range's first column, and proxies count from column A.
func checkSort(p *actions.Params) {
	r, ok := onRange(p, "sorted")
	atMost(p, "sortColumn", maxColumn)
	n, isInt := p.Get("sortColumn").AsInt()
	if !ok || !isInt || r.FromColumn == 0 || p.Failed() {
		return
	}
	switch {
	case n > int64(r.ToColumn):
		p.Invalid("sortColumn", "sortColumn is "+text.Int(int(n))+" and the range "+r.Local()+" has "+text.Count(r.Columns(), "column", "columns")+".")
	case r.FromColumn > 1:
		p.WarnProxy("An Apps Script proxy counts sortColumn from column A of the sheet and not from the range's first: there " +
			text.Int(int(n)) + " is column " + a1.Column(int(n)) + ".")
	}
}
