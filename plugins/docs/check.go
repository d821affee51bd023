package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

func checkParagraph(p *actions.Params) { warnTrimmed(p, "text") }

func checkText(p *actions.Params) { warnTrimmed(p, "text") }

func checkReplace(p *actions.Params) {
	warnTrimmed(p, "findText", "replaceText")
	warnPattern(p)
}

// warnTrimmed tells about white space that a proxy takes off in silence.
func warnTrimmed(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if s := p.Get(key).Text(); text.Trim(s) != s {
			p.Warn("An Apps Script proxy takes white space off both ends of " + key + ".")
		}
	}
}

// warnPattern tells about text that a proxy does not take literally.
func warnPattern(p *actions.Params) {
	for _, r := range p.Get("findText").Text() {
		switch r {
		case '\\', '^', '$', '.', '|', '?', '*', '+', '(', ')', '[', ']', '{', '}':
			p.Warn(`An Apps Script proxy reads findText as a regular expression, in which "` + string(r) + `" has a meaning of its own.`)
			return
		}
	}
}

func checkList(p *actions.Params) {
	if p.Get("items").Len() == 0 {
		p.Fail(plugin.BadRequest, "items", "items must hold at least one item.")
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
	p.Fail(plugin.BadRequest, "", "Nothing to change: give at least one of pageWidth, pageHeight, marginTop, marginBottom, marginLeft and marginRight.")
}

func checkNamedRangesList(p *actions.Params) { p.NotBlank("name") }

func checkNamedRange(p *actions.Params) {
	start, hasStart := p.Get("startOffset").AsInt()
	end, hasEnd := p.Get("endOffsetInclusive").AsInt()
	switch {
	case hasStart && !hasEnd:
		p.Fail(plugin.BadRequest, "endOffsetInclusive", "startOffset needs endOffsetInclusive. Leave out both for the whole paragraph.")
	case hasEnd && !hasStart:
		p.Fail(plugin.BadRequest, "startOffset", "endOffsetInclusive needs startOffset. Leave out both for the whole paragraph.")
	case hasStart && end < start:
		p.Fail(plugin.BadRequest, "endOffsetInclusive", "endOffsetInclusive must not be smaller than startOffset.")
	}
}
