package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func checkAppend(p *actions.Params) {
	checkSheet(p)
	checkValues(p)
}

func checkWrite(p *actions.Params) {
	r, ok := onRange(p, "written")
	rows, columns := checkValues(p)
	if ok && !p.Failed() {
		warnOfFit(p, r, rows, columns)
	}
}

// checkValues tidies and checks the cells that are to be written and gives the
// size of the table.
func checkValues(p *actions.Params) (rows, columns int) {
	if given := p.Get("values"); given.Kind() == value.KindArray {
		p.Set("values", tidyValues(given))
	}
	values := p.Get("values")
	rows, columns = values.Len(), widest(values)
	switch {
	case rows == 0 || columns == 0:
		p.Invalid("values", `values must hold at least one row with one cell, as [["day","km"]].`)
		return rows, columns
	case rows*columns > maxCells:
		p.Fail(plugin.LimitExceeded, "values", "values have "+text.Int(rows*columns)+" cells; "+text.Int(maxCells)+" cells can be written in one call. Send several.")
		return rows, columns
	}
	for i, row := range values.Items() {
		for j, cell := range row.Items() {
			s, isText := cell.AsString()
			if !isText {
				continue
			}
			key := "values." + text.Int(i) + "." + text.Int(j)
			if mayBeFormula(s) {
				p.Invalid(key, key+" begins with = + - or @ and could become a formula. "+
					"Set formulas with sheets_set_formula, give numbers as JSON numbers, and put an apostrophe before text that is to stay as it is: \"'@home\".")
				return rows, columns
			}
			if n := text.Units(s); n > maxContent {
				p.Fail(plugin.LimitExceeded, key, key+" has "+text.Int(n)+" characters; a cell holds "+text.Int(maxContent)+". Split the text.")
				return rows, columns
			}
		}
	}
	return rows, columns
}

// warnOfFit tells where the range and the values differ in size. Values do not
// have to fit: calls with rows wider than the range are on record.
func warnOfFit(p *actions.Params, r a1.Range, rows, columns int) {
	if r.IsCell() {
		return // the values spread from it
	}
	lost := r.Rows() > 0 && rows > r.Rows() || r.Columns() > 0 && columns > r.Columns()
	if lost {
		p.Warn("values are " + size(rows, columns) + " and " + r.Local() + " is " + size(r.Rows(), r.Columns()) +
			": what does not fit is not written. Give the upper left cell alone to write all of it.")
	}
	switch total := r.Cells(); {
	case total == 0:
		p.Warn("All cells of " + r.Local() + " that values do not fill are emptied.")
	case total > min(rows, r.Rows())*min(columns, r.Columns()):
		p.Warn(text.Count(total-min(rows, r.Rows())*min(columns, r.Columns()), "cell", "cells") + " of " + r.Local() + " that values do not fill are emptied.")
	}
}

// size is "2 rows by 3 columns"; an open side is left out.
func size(rows, columns int) string {
	a, b := text.Count(rows, "row", "rows"), text.Count(columns, "column", "columns")
	switch {
	case rows == 0:
		return b
	case columns == 0:
		return a
	}
	return a + " by " + b
}

func checkReplace(p *actions.Params) {
	onRange(p, "searched")
	replacement := p.Get("replaceText").Text()
	if mayBeFormula(replacement) {
		p.Invalid("replaceText", "replaceText must not begin with = + - or @: it could make formulas of the cells it is put into.")
	}
	if p.Get("useRegularExpression").IsTrue() && len(replacement) > 1 && replacement[0] == '$' && text.IsDigit(replacement[1]) {
		p.Warn("replaceText begins with a group of the match: where that begins with =, the cell becomes a formula.")
	}
	if p.Get("matchFormulaText").IsTrue() {
		p.Warn("matchFormulaText rewrites formulas too, not only text.")
	}
}
