package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func checkProtectRange(p *actions.Params) {
	onRange(p, "protected")
	warnOfEditors(p)
}

func checkProtectSheet(p *actions.Params) {
	checkSheet(p)
	sheet := p.Get("sheetName").Text()
	tidyList(p, "unprotectedRanges", func(r value.Value) value.Value { return localRange(r, sheet) })
	for i, v := range p.Get("unprotectedRanges").Items() {
		if _, ok := aRange(p, "unprotectedRanges."+text.Int(i), v); !ok {
			return
		}
	}
	warnOfEditors(p)
}

// warnOfEditors: who believes a range protected must know for whom it is not.
func warnOfEditors(p *actions.Params) {
	if !p.Get("warningOnly").IsTrue() {
		p.WarnProxy("Through an Apps Script proxy everyone who may edit the file may still edit this: look at the editors in the answer.")
		return
	}
	if p.Get("editors").Len() > 0 || p.Get("domainEdit").IsTrue() {
		p.Warn("With warningOnly nobody is kept from editing, so editors and domainEdit are of no effect.")
	}
}

func checkRemoveProtection(p *actions.Params) {
	checkFilter(p)
	atMost(p, "index", maxIndex)
}
