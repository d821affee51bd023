package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

// FuzzCalls gives the plugin inputs that no schema has seen.
func FuzzCalls(f *testing.F) {
	f.Add("slides_insert_table", `{"presentationId":"p","slideIndex":0,"values":[[1e999,false],null,[[]]],"rows":2,"cols":0}`)
	f.Add("slides_format_text", `{"presentationId":"p","slideIndex":0,"objectId":"o","findText":"x","linkUrl":"a:","foregroundColor":"#","backgroundColor":"#12345678"}`)
	f.Add("slides_batch", `{"presentationId":"p","operations":[{"action":"imageInsert","params":{"slideIndex":0,"imageUrl":"https:"}},null,7]}`)
	f.Add("slides_get_presentation", `{"presentation":{"id":"p","pageWidth":1.005,"slides":[{"index":-0.001},5]}}`)
	f.Add("slides_get_slide_elements", `{"elements":[{"left":99.999,"text":"\n","link":{"slideIndex":1e5}},[]],"changes":[1]}`)
	paritytest.Fuzz(f, slides())
}
