package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

// FuzzCalls gives the plugin inputs that no schema has seen.
func FuzzCalls(f *testing.F) {
	f.Add("docs_insert_table", `{"documentId":"d","values":[null,[0,{}],7],"rows":3,"cols":-1}`)
	f.Add("docs_format_text", `{"documentId":"d","findText":"x","linkUrl":"a:","foregroundColor":"#","backgroundColor":"#12345678"}`)
	f.Add("docs_insert_image", `{"documentId":"d","imageUrl":"https://"}`)
	f.Add("docs_batch", `{"documentId":"d","operations":[{"action":"tableInsert","params":[1]},null,7]}`)
	f.Add("docs_get_document", `{"document":{"id":1,"paragraphs":[{"index":-1,"text":"a\r","heading":"HEADING9"},3]}}`)
	f.Add("docs_list_named_ranges", `{"namedRanges":[{"id":"x","range":{"elements":[{"startOffset":0,"endOffsetInclusive":1}]}},null]}`)
	paritytest.Fuzz(f, docs())
}
