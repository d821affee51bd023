package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

// checkWritten is about a text that is written as it is.
func checkWritten(p *actions.Params) { google.WarnTrimmed(p, "text") }

func checkReplace(p *actions.Params) {
	google.WarnTrimmed(p, "findText", "replaceText")
	warnPattern(p)
}

// warnPattern tells about text that a proxy does not take literally.
func warnPattern(p *actions.Params) {
	for _, r := range p.Get("findText").Text() {
		switch r {
		case '\\', '^', '$', '.', '|', '?', '*', '+', '(', ')', '[', ']', '{', '}':
			p.WarnProxy(`An Apps Script proxy reads findText as a regular expression, in which "` + string(r) + `" has a meaning of its own.`)
			return
		}
	}
}

func checkTable(p *actions.Params) { google.CheckTable(p, maxTableRows, maxTableCols) }

func checkImage(p *actions.Params) { google.CheckImageURL(p, "imageUrl") }

func checkList(p *actions.Params) {
	if p.Get("items").Len() == 0 {
		p.Invalid("items", "items must hold at least one item.")
	}
}

// pageKeys are what can be changed about the page, in the order of the answer.
var pageKeys = [...]string{"pageWidth", "pageHeight", "marginTop", "marginBottom", "marginLeft", "marginRight"}

func checkPageSetup(p *actions.Params) {
	for _, key := range pageKeys {
		if p.Has(key) {
			return
		}
	}
	p.Invalid("", "Nothing to change: give at least one of pageWidth, pageHeight, marginTop, marginBottom, marginLeft and marginRight.")
}

func checkNamedRangesList(p *actions.Params) { p.NotBlank("name") }

func checkNamedRange(p *actions.Params) {
	start, hasStart := p.Get("startOffset").AsInt()
	end, hasEnd := p.Get("endOffsetInclusive").AsInt()
	switch {
	case hasStart && !hasEnd:
		p.Invalid("endOffsetInclusive", "startOffset needs endOffsetInclusive. Leave out both for the whole paragraph.")
	case hasEnd && !hasStart:
		p.Invalid("startOffset", "endOffsetInclusive needs startOffset. Leave out both for the whole paragraph.")
	case hasStart && end < start:
		p.Invalid("endOffsetInclusive", "endOffsetInclusive must not be smaller than startOffset.")
	}
}
