package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func updatePageSetup() abi.Tool {
	return examples(tool("pageSetupUpdate", "write", "Change the page setup",
		"Changes a document's page size or margins, in points: 72 points are one inch, A4 is 595.28 by 841.89, US Letter 612 by 792. "+
			"Give at least one; the others stay. Returns the page setup as it then is.",
		documentID(),
		side("pageWidth", "The page's width in points, above 0 and up to 2000."),
		side("pageHeight", "The page's height in points, above 0 and up to 2000."),
		margin("marginTop", "The space above the text in points, 0 to 2000."),
		margin("marginBottom", "The space below the text in points, 0 to 2000."),
		margin("marginLeft", "The space left of the text in points, 0 to 2000."),
		margin("marginRight", "The space right of the text in points, 0 to 2000.")),
		"wslite docs update-page-setup 1AbCdEfGh --page-width 595.28 --page-height 841.89")
}

func side(name, what string) schema.Field {
	return schema.Optional(name, schema.Number().Above(0).Max(maxPoints).Describe(what))
}

func margin(name, what string) schema.Field {
	return schema.Optional(name, schema.Number().Range(0, maxPoints).Describe(what))
}
