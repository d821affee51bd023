package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/plugintest"
)

// The ids are those of a collection of bugs that tools of this kind had. B59
// (positions in UTF-16 units) waits for plans: no argument here is a position.

// B58: index 0 is the first slide, not a missing one.
func TestB58TheFirstSlideIsNumber0(t *testing.T) {
	for tool, c := range map[string]struct{ action, args string }{
		"slides_delete_slide":     {"slideDelete", `{"presentationId":"p1","slideIndex":0}`},
		"slides_move_slide":       {"slideMove", `{"presentationId":"p1","slideIndex":0,"newIndex":0}`},
		"slides_get_element":      {"elementGet", `{"presentationId":"p1","slideIndex":0,"objectId":"i0"}`},
		"slides_set_element_link": {"elementLinkSet", `{"presentationId":"p1","slideIndex":0,"objectId":"i0","targetSlideIndex":0}`},
		"slides_insert_text_box":  {"textBoxInsert", `{"presentationId":"p1","slideIndex":0,"text":"x","autoPosition":true,"left":0,"top":0}`},
	} {
		plugintest.Transform{Tool: tool, Args: json.RawMessage(c.args), Action: c.action, Params: json.RawMessage(c.args)}.Run(t, native())
	}
	refused(t, "slides_delete_slide", `{"presentationId":"p1"}`, "slideIndex")
	for data, want := range map[string]string{
		`{"deleted":true,"slideIndex":0}`:                         "Deleted slide 0.",
		`{"moved":true,"fromIndex":0,"toIndex":0}`:                "Moved slide 0 to index 0.",
		`{"duplicated":true,"originalIndex":0,"newObjectId":"x"}`: "Copied slide 0: the copy is slide 1",
	} {
		if got := rendered(t, "slides_move_slide", data); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}

// B60: texts of several scripts are shown as they are, to the last character.
func TestB60TextsEndWhereTheyEnd(t *testing.T) {
	for _, s := range []string{"ไทย", "漢字", "👩‍👩‍👧", "a\n漢"} {
		text, err := json.Marshal(s + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := rendered(t, "slides_get_element_text", `{"objectId":"i0","text":`+string(text)+`}`); got != s+"\n" {
			t.Errorf("%q, want %q", got, s)
		}
	}
}

// B86: an empty slide and a presentation without slides are shown as such.
func TestB86EmptyLists(t *testing.T) {
	if got := rendered(t, "slides_get_slide_elements", `{"slideIndex":0,"slideObjectId":"p","elements":[]}`); got != "Slide 0 (p): 0 elements\n" {
		t.Errorf("%q", got)
	}
}

// B91: an id of a presentation can't climb the path: the schema has the letters
// that it may have.
func TestB91PresentationIdsHaveAPattern(t *testing.T) {
	for _, tool := range catalog().Tools {
		if input := string(tool.Input); strings.Contains(input, `"presentationId"`) && !strings.Contains(input, `"pattern":"^[a-zA-Z0-9_-]+$"`) {
			t.Errorf("%s takes any presentationId", tool.Name)
		}
	}
}
