package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

// FuzzCalls gives the plugin inputs that no schema has seen.
func FuzzCalls(f *testing.F) {
	f.Add("forms_add_item", `{"formId":"f","itemType":"scale","lowerBound":-9,"upperBound":"x","choices":[null,[],"a","a"]}`)
	f.Add("forms_update_item", `{"formId":"f","itemId":"a/b","choices":{"a":1},"leftLabel":3}`)
	f.Add("forms_batch", `{"operations":[{"action":"itemAdd","params":[1]},null,7]}`)
	f.Add("forms_get_form", `{"form":{"id":1,"items":[{"choices":[{}],"lowerBound":1,"upperBound":[]},3]}}`)
	f.Add("forms_list_responses", `{"includeAnswers":true,"items":[{"responseId":1,"timestamp":"2031-05-04T","answers":[{"response":[[[]],{}]}]}]}`)
	f.Add("forms_delete_item", `{"deleted":true,"itemId":{},"previousIndex":null}`)
	paritytest.Fuzz(f, forms())
}
