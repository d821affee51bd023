package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/value"
)

var styleKeys = [...]string{"bold", "italic", "underline", "strikethrough", "fontFamily", "fontSize", "foregroundColor", "backgroundColor", "linkUrl"}

func checkFormat(p *actions.Params) {
	p.NotBlank("fontFamily")
	google.CheckOpaque(p, "foregroundColor")
	google.CheckBehind(p, "backgroundColor")
	google.CheckLink(p, "linkUrl", ", or be #heading=ID of this document")
	google.WarnTrimmed(p, "findText")
	warnPattern(p)
	if !styled(p.Value) {
		p.Warn("No style is given, so no text changes: the answer only counts the occurrences.")
	}
}

// styled tells whether the arguments of formatText change anything.
func styled(args value.Value) bool {
	for _, key := range styleKeys {
		if args.Has(key) {
			return true
		}
	}
	return false
}
