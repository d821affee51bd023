package main

import "github.com/wslite/wslite/sdk/actions"

func checkChart(p *actions.Params) {
	onRange(p, "charted")
	checkPosition(p)
	kind := p.Get("chartType").Text()
	pie := kind == "PIE"
	if pie && (p.Has("xAxisTitle") || p.Has("yAxisTitle")) {
		p.Warn("A PIE has no axes: xAxisTitle and yAxisTitle are not shown.")
	}
	if !pie && p.Get("legendPosition").Text() == "LABELED" {
		p.Warn("LABELED is a legend of PIE charts: elsewhere it is ignored or refused.")
	}
	if p.Get("stacked").IsTrue() && kind != "AREA" && kind != "BAR" && kind != "COLUMN" {
		p.Warn("stacked is for AREA, BAR and COLUMN: elsewhere it is ignored.")
	}
}

// checkPosition wants a cell. A larger range has one, its first, but a proxy
// puts the chart at A1 then.
func checkPosition(p *actions.Params) {
	if at := p.Get("position"); at.Exists() {
		p.Set("position", localRange(at, p.Get("sheetName").Text()))
	}
	r, ok := aRange(p, "position", p.Get("position"))
	switch {
	case !ok || r.IsCell() && !r.HasSheet:
	case r.FromColumn == 0 || r.FromRow == 0:
		p.Invalid("position", "position must be a cell, as E2: the chart's upper left corner goes there.")
	default:
		p.WarnProxy("An Apps Script proxy puts the chart at A1 where position is anything but one cell of the chart's sheet, as E2.")
	}
}
