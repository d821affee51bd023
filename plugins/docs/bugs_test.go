package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

// The ids are those of bugs that users of other programs met. B59's rule for
// edits is the server's; ours is the rule for what a person counts.

// B58: a place numbered 0 is a place, not the absence of one.
func TestB58ZeroIsAPlace(t *testing.T) {
	passes(t, "docs_delete_paragraph", `{"documentId":"d","paragraphIndex":0}`)
	passes(t, "docs_update_paragraph", `{"documentId":"d","paragraphIndex":0,"text":""}`)
	passes(t, "docs_create_bookmark", `{"documentId":"d","paragraphIndex":0,"offset":0}`)
	passes(t, "docs_create_named_range", `{"documentId":"d","name":"n","paragraphIndex":0,"startOffset":0,"endOffsetInclusive":0}`)
	passes(t, "docs_update_page_setup", `{"documentId":"d","marginLeft":0}`)
	refused(t, "docs_create_named_range", `{"documentId":"d","name":"n","paragraphIndex":0,"startOffset":0}`, "endOffsetInclusive")
	text := paritytest.Render(t, docs(), "docs_list_bookmarks", nil, json.RawMessage(`{"bookmarks":[{"id":"b","paragraphIndex":0,"offset":0}]}`), nil)
	if !strings.Contains(text, "b: paragraph 0, character 0") {
		t.Errorf("%q", text)
	}
}

// B59: positions count UTF-16 units, and the tools' texts must say that an
// emoji is more than one.
func TestB59PositionsCountUnits(t *testing.T) {
	for tool, key := range map[string]string{"docs_create_bookmark": "offset", "docs_create_named_range": "startOffset"} {
		if d := properties(t, tool).Get(key).Get("description").Text(); !strings.Contains(d, "emoji") {
			t.Errorf("%s: %q", tool, d)
		}
	}
	passes(t, "docs_create_named_range", `{"documentId":"d","name":"n","paragraphIndex":0,"startOffset":1,"endOffsetInclusive":2}`)
}

// B60: text of several bytes or cells a character, at the end and at a cut.
func TestB60MultiByteTextStaysWhole(t *testing.T) {
	for _, s := range []string{"ไทย", "漢字", "👩‍👩‍👧", "A😀B", "é"} {
		for _, around := range []string{s, s + "\v" + s, s + "\r\n" + s, "\v" + s, s + "\r"} {
			data, err := json.Marshal(map[string]any{"document": map[string]any{"id": "d", "name": s, "paragraphs": []any{
				map[string]any{"index": 0, "text": around, "heading": "HEADING6"}}}})
			if err != nil {
				t.Fatal(err)
			}
			text := paritytest.Render(t, docs(), "docs_get_document", nil, data, nil)
			if strings.Count(text, s) != strings.Count(around, s)+1 || strings.ContainsAny(text, "\v\r\ufffd") {
				t.Errorf("%q gave %q", around, text)
			}
		}
		passes(t, "docs_replace_text", `{"documentId":"d","findText":"`+s+`","replaceText":"`+s+`"}`)
	}
}

// B61, B62: a tab that is named must not be ignored. No tool takes one, so
// that naming one is refused as an unknown argument, and reading says which
// tab it reads.
func TestB61B62NoTabIsTakenAndIgnored(t *testing.T) {
	for _, tool := range catalog().Tools {
		schema := mustParse(t, string(tool.Input))
		if schema.Get("properties").Has("tabId") || schema.Get("additionalProperties").Kind().String() != "a boolean" || schema.Get("additionalProperties").IsTrue() {
			t.Errorf("%s takes a tab, or anything", tool.Name)
		}
	}
	if !strings.Contains(getDocument().Description, "first tab") {
		t.Error("docs_get_document does not say which tab it reads")
	}
}

// B63: an id that the API gave must be taken back.
func TestB63IdsOfTheAPIAreTaken(t *testing.T) {
	for _, id := range []string{"kix.abc123", "h.x1y2", "t.0", "id.a-b_c", "x@group.calendar.google.com"} {
		passes(t, "docs_delete_named_range", `{"documentId":"d","namedRangeId":"`+id+`"}`)
		passes(t, "docs_delete_bookmark", `{"documentId":"d","bookmarkId":"`+id+`"}`)
	}
	for tool, key := range map[string]string{"docs_delete_named_range": "namedRangeId", "docs_delete_bookmark": "bookmarkId"} {
		if properties(t, tool).Get(key).Has("pattern") {
			t.Errorf("%s: %s has a pattern that ids may not match", tool, key)
		}
	}
}
