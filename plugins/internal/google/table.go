package google

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// CheckTable holds a new table's real size to the limits, whether it is given
// (rows, cols) or follows from values, and tells about cells that will not be
// seen.
func CheckTable(p *actions.Params, maxRows, maxCols int) {
	values := p.Get("values").Items()
	if len(values) == 0 {
		p.Invalid("values", "values must hold at least one row.")
		return
	}
	rows := tableSide(p, "rows", len(values), maxRows, "row")
	cols := tableSide(p, "cols", values[0].Len(), maxCols, "column")
	outside, zero := 0, false
	for i, row := range values {
		for j, c := range row.Items() {
			if i >= rows || j >= cols {
				outside++
			} else {
				zero = zero || isZero(c)
			}
		}
	}
	if outside > 0 {
		p.Warn("The table has " + text.Count(rows, "row", "rows") + " and " + text.Count(cols, "column", "columns") + ": " +
			text.Count(outside, "value lies", "values lie") + " outside and will be left out.")
	}
	if zero {
		p.WarnProxy(`An Apps Script proxy leaves cells with 0 or false empty; give them as text, "0" or "false", to have them written.`)
	}
}

// tableSide is the number of rows or columns that the table will have.
func tableSide(p *actions.Params, key string, natural, max int, noun string) int {
	if n, given := p.Get(key).AsInt(); given {
		return int(n)
	}
	if natural < 1 || natural > max {
		p.Invalid("values", "A table has 1 to "+text.Count(max, noun, noun+"s")+" and values makes "+text.Int(natural)+". Say "+key+", or change values.")
	}
	return natural
}

// isZero finds false and every way to write zero: what a script takes for
// nothing.
func isZero(v value.Value) bool {
	if b, is := v.AsBool(); is {
		return !b
	}
	n := v.Number()
	return n != "" && number.Read(n).IsZero()
}
