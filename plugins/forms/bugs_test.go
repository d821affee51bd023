package main

import (
	"strings"
	"testing"
)

// The ids are those of bugs that users of other programs met.

// B58: a place, an id or a bound of 0 is a number, not the absence of one.
func TestB58ZeroIsANumber(t *testing.T) {
	passes(t, "forms_move_item", `{"formId":"f","itemId":0,"index":0}`)
	passes(t, "forms_delete_item", `{"formId":"f","itemId":0}`)
	passes(t, "forms_add_item", `{"formId":"f","itemType":"SCALE","index":0,"lowerBound":0,"upperBound":3}`)
	passes(t, "forms_list_responses", `{"formId":"f","maxResults":20,"page":0}`)
	for data, want := range map[string]string{
		`{"item":{"itemId":0,"index":0,"title":"Q","lowerBound":0,"upperBound":5}}`: "Index  0\n  Id     0\n  Scale  0 to 5\n",
		`{"form":{"id":"f","itemCount":0,"responseCount":0}}`:                       "Items      0\n  Responses  0\n",
		`{"deleted":true,"deletedCount":0}`:                                         "Deleted 0 responses.",
		`{"deleted":true,"itemId":0,"previousIndex":0}`:                             "Deleted the item 0 at index 0.",
	} {
		if text := shown(t, "forms_get_form", `{}`, data); !strings.Contains(text, want) {
			t.Errorf("%s gave %q", data, text)
		}
	}
}

// B60: text of several bytes or cells a character stays whole.
func TestB60MultiByteTextStaysWhole(t *testing.T) {
	for _, s := range []string{"ไทย", "漢字", "👩‍👩‍👧", "A😀B", "é"} {
		passes(t, "forms_add_item", `{"formId":"f","itemType":"LIST","title":"`+s+`","choices":["`+s+`"]}`)
		text := shown(t, "forms_get_response", `{}`, `{"response":{"responseId":"r","answerCount":1,"answers":[{"title":"`+s+`","response":["`+s+`","x\n`+s+`"]}]}}`)
		if strings.Count(text, s) != 3 || strings.ContainsRune(text, 0xfffd) {
			t.Errorf("%q", text)
		}
	}
}

// B63: an id that the API gave must be taken back: item ids are hexadecimal
// text or numbers, response ids are opaque.
func TestB63IdsOfTheAPIAreTaken(t *testing.T) {
	for _, id := range []string{`"1a2b3c4d"`, `"007"`, `1234567890`, `"-_A"`} {
		passes(t, "forms_delete_item", `{"formId":"f","itemId":`+id+`}`)
	}
	for _, id := range []string{"2_ABaOnuc", "ACYDBNi84.NuJUO2O13A", "a/b+c=="} {
		passes(t, "forms_get_response", `{"formId":"f","responseId":"`+id+`"}`)
	}
}

// The next page that the host names as --page-token is the flag --page.
func TestNextPageIsAFlag(t *testing.T) {
	tool := toolNamed(t, "forms_list_responses")
	if tool.CLI.Aliases["page-token"] != "page" || !schemaOf(t, tool.Name).Get("properties").Has("page") {
		t.Errorf("%+v", tool.CLI)
	}
}
