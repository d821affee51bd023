package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The numbers are those of the peer's defects in its slides service. What is
// not here concerns a server alone: 11 (elements in groups), 14 (boxes below
// the page), 17 (more than 200 elements) and 18 (no guard against others'
// changes). The class of 7 (notes) is the host's; parts of 8 and 15 are the
// server's as well.

func native() plugintest.Caller { return plugintest.Native(slides()) }

func transformed(t *testing.T, tool, args string) abi.TransformOutput {
	t.Helper()
	return paritytest.Transform(t, slides(), tool, json.RawMessage(args))
}

func rendered(t *testing.T, tool, data string) string {
	t.Helper()
	return paritytest.Render(t, slides(), tool, nil, json.RawMessage(data), nil)
}

func toolNamed(t *testing.T, name string) abi.Tool {
	t.Helper()
	for _, tool := range catalog().Tools {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return abi.Tool{}
}

// warned wants exactly one warning that holds the words, or none where there
// are no words.
func warned(t *testing.T, tool, args, words string) {
	t.Helper()
	out := transformed(t, tool, args)
	got := strings.Join(paritytest.Warnings(out), " ")
	if out.Error != nil || (words == "") != (len(paritytest.Warnings(out)) == 0) || len(paritytest.Warnings(out)) > 1 || !strings.Contains(got, words) {
		t.Errorf("%s %s: %+v, warnings %q, want %q", tool, args, out.Error, paritytest.Warnings(out), words)
	}
}

func refused(t *testing.T, tool, args, field string) {
	t.Helper()
	plugintest.Transform{Tool: tool, Args: json.RawMessage(args), Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: field}}.Run(t, native())
}

// 1: places and sizes were ignored without a word.
func TestSlidesDefect01IgnoredPlacesAreTold(t *testing.T) {
	for tool, more := range map[string]string{
		"slides_insert_text_box": `"text":"x"`, "slides_insert_image": `"imageUrl":"https://example.com/a.png"`,
		"slides_insert_shape": `"shapeType":"CLOUD"`, "slides_insert_table": `"values":[["x"]]`,
	} {
		for box, words := range map[string]string{
			`"autoPosition":true`: "", `"autoPosition":false`: "",
			`"autoPosition":true,"left":1,"top":2`: "", `"autoPosition":true,"top":2,"width":3,"height":4`: "",
			`"autoPosition":true,"width":3`: "ignores width and height", `"autoPosition":false,"left":1`: "ignores left, top, width and height",
			`"autoPosition":false,"height":1`: "ignores left, top, width and height",
		} {
			warned(t, tool, `{"presentationId":"p1","slideIndex":0,`+more+`,`+box+`}`, words)
		}
	}
}

// 2: a copy was reported at the end, and a slide that moved towards the end at
// a place where it is not.
func TestSlidesDefect02WhereSlidesStand(t *testing.T) {
	got := rendered(t, "slides_duplicate_slide", `{"duplicated":true,"originalIndex":1,"newIndex":9,"newObjectId":"g2"}`)
	if got != "Copied slide 1: the copy is slide 2 (g2).\n" {
		t.Error(got)
	}
	for move, words := range map[string]string{`"slideIndex":1,"newIndex":3`: "one place before", `"slideIndex":3,"newIndex":1`: "", `"slideIndex":3,"newIndex":3`: ""} {
		warned(t, "slides_move_slide", `{"presentationId":"p1",`+move+`}`, words)
	}
}

// 3: formatting claimed success where nothing was found.
func TestSlidesDefect03NothingFoundIsNoSuccess(t *testing.T) {
	got := rendered(t, "slides_format_text", `{"formatted":true,"objectId":"i0","slideIndex":0,"formattedCount":0}`)
	if got != "Formatted nothing: the text does not stand in i0.\n" {
		t.Error(got)
	}
	if !strings.Contains(toolNamed(t, "slides_format_text").Description, "whole stretch") {
		t.Error("slides_format_text does not say that a proxy formats more")
	}
}

// 4: the kind of a line was reported and never applied.
func TestSlidesDefect04LineTypeIsTold(t *testing.T) {
	for kind, words := range map[string]string{"SOLID": "", "DOTTED": "every line solid", "DASHED": "every line solid"} {
		warned(t, "slides_insert_line", `{"presentationId":"p1","slideIndex":0,"lineCategory":"BENT","startLeft":0,"startTop":0,"endLeft":1,"endTop":1,"lineType":"`+kind+`"}`, words)
	}
}

// 5: a part of a matrix reset the rest, and with it the size.
func TestSlidesDefect05ResetScalesAreTold(t *testing.T) {
	const all = `"scaleX":1,"scaleY":1,"shearX":0,"shearY":0,"translateX":0,"translateY":0`
	for more, words := range map[string]string{
		`"applyMode":"ABSOLUTE","translateX":10`: "resets what is not given", `"applyMode":"ABSOLUTE"`: "resets what is not given",
		`"applyMode":"ABSOLUTE",` + all: "", `"applyMode":"RELATIVE","translateX":10`: "",
	} {
		warned(t, "slides_update_element_transform", `{"presentationId":"p1","slideIndex":0,"objectId":"i0",`+more+`}`, words)
	}
}

// 6: the body of a slide without a title was dropped.
func TestSlidesDefect06DroppedBodyIsTold(t *testing.T) {
	for more, words := range map[string]string{
		`,"bodyText":"x"`: "leaves bodyText out", `,"titleText":"  ","bodyText":"x"`: "leaves bodyText out",
		`,"titleText":"t","bodyText":"x"`: "", `,"titleText":"t"`: "", ``: "", `,"bodyText":" "`: "",
	} {
		warned(t, "slides_add_slide", `{"presentationId":"p1"`+more+`}`, words)
	}
}

// 7: reading notes and writing them are told apart by the argument: it passes
// through as it is, empty or absent.
func TestSlidesDefect07NotesPassThrough(t *testing.T) {
	for _, args := range []string{`{"presentationId":"p1","slideIndex":0}`, `{"presentationId":"p1","slideIndex":0,"notes":""}`, `{"presentationId":"p1","slideIndex":0,"notes":" x\n"}`} {
		plugintest.Transform{Tool: "slides_get_slide_notes", Args: json.RawMessage(args), Action: "slideNotes", Params: json.RawMessage(args)}.Run(t, native())
	}
}

// 8: a bad height was found out when the element had moved already.
func TestSlidesDefect08GeometryIsCheckedAtOnce(t *testing.T) {
	for _, size := range []string{"0", "-1", "0.0", "-0", "0e5", "1e999", "1e10"} {
		refused(t, "slides_update_element_geometry", `{"presentationId":"p1","slideIndex":0,"objectId":"i0","left":5,"height":`+size+`}`, "height")
	}
}

// 9: 0 and false vanished from tables, and an unknown shape became a rectangle.
func TestSlidesDefect09ZerosAndShapes(t *testing.T) {
	for cell, words := range map[string]string{
		"0": "0 or false", "false": "0 or false", "-0.00": "0 or false", "0e9": "0 or false", `"0"`: "", "null": "", "0.01": "", "true": "", `""`: "",
	} {
		warned(t, "slides_insert_table", `{"presentationId":"p1","slideIndex":0,"values":[["a"],[`+cell+`]]}`, words)
	}
	if input := string(toolNamed(t, "slides_insert_shape").Input); strings.Count(input, `"ROUND_RECTANGLE"`) != 1 || !strings.Contains(input, `"enum"`) {
		t.Errorf("shapeType is not bound to the known shapes: %s", input)
	}
}

// 10: digits that make no color passed, and so did any word.
func TestSlidesDefect10ColorsExist(t *testing.T) {
	for c, ok := range map[string]bool{
		"#fff": true, "#FFEECC": true, "#ffeeccff": true, "#abcd": true, "teal": true, "RebeccaPurple": true,
		"#fffff": false, "#1234567": false, "#1": false, "tealish": false, "tea": false, "x": false, "whitesmoke yellow": false,
	} {
		out := transformed(t, "slides_set_slide_background", `{"presentationId":"p1","slideIndex":0,"color":"`+c+`"}`)
		if (out.Error == nil) != ok {
			t.Errorf("%s: %+v", c, out.Error)
		}
	}
}

// 12: the new text was trimmed without a word. An empty one passes through: the
// server has the say.
func TestSlidesDefect12WhiteSpaceIsKept(t *testing.T) {
	args := json.RawMessage(`{"presentationId":"p1","findText":"x","replaceText":""}`)
	plugintest.Transform{Tool: "slides_replace_all_text", Args: args, Action: "textReplaceAll", Params: args}.Run(t, native())
	warned(t, "slides_replace_all_text", `{"presentationId":"p1","findText":"x","replaceText":" y"}`, "both ends of replaceText")
}

// 13: a link could have any scheme.
func TestSlidesDefect13LinksHaveAKnownScheme(t *testing.T) {
	for link, ok := range map[string]bool{
		"https://example.com": true, "http://example.com": true, "mailto:ana@example.com": true, "TEL:+491": true, "example.com/a:b": true, "#slide": true, "": true,
		"javascript:alert(1)": false, " JavaScript:alert(1)": false, "java\\tscript:alert(1)": false, "data:text/html,x": false, "file:///etc": false, "vbscript:x": false,
	} {
		out := transformed(t, "slides_format_text", `{"presentationId":"p1","slideIndex":0,"objectId":"i0","findText":"x","linkUrl":"`+link+`"}`)
		if (out.Error == nil) != ok {
			t.Errorf("%q: %+v", link, out.Error)
		}
	}
	if !strings.Contains(string(toolNamed(t, "slides_set_element_link").Input), `"format":"https-url"`) {
		t.Error("the link of an element may have any scheme")
	}
}

// 15: an address with a password in it was fetched.
func TestSlidesDefect15ImageAddressesHoldNoPassword(t *testing.T) {
	for url, ok := range map[string]bool{
		"https://example.com/a@b.png": true, "https://example.com?x=@": true, "https://example.com#@": true, "https://example.com:8443/a.png": true,
		"https://me@example.com/a.png": false, "https://me:secret@example.com": false, "https://@example.com/": false,
	} {
		out := transformed(t, "slides_insert_image", `{"presentationId":"p1","slideIndex":0,"imageUrl":"`+url+`"}`)
		if (out.Error == nil) != ok || out.Error != nil && strings.Contains(out.Error.Message, "secret") {
			t.Errorf("%s: %+v", url, out.Error)
		}
	}
}

// 16: texts were promised whole and cut.
func TestSlidesDefect16CutTextsSaySo(t *testing.T) {
	if got := rendered(t, "slides_get_element_text", `{"objectId":"i0","text":"x","textTruncated":true}`); !strings.Contains(got, "cut: there is more") {
		t.Error(got)
	}
	for _, tool := range []string{"slides_get_element_text", "slides_get_slide_elements"} {
		if !strings.Contains(toolNamed(t, tool).Description, "cut") {
			t.Errorf("%s does not say that texts are cut", tool)
		}
	}
}

// 19: the tool that makes presentations was said to go into batches, and goes
// into none.
func TestSlidesDefect19ABatchMakesNoPresentation(t *testing.T) {
	if strings.Contains(string(toolNamed(t, "slides_batch").Input), `"presentationCreate"`) {
		t.Error("the batch's schema holds presentationCreate")
	}
	if !strings.Contains(toolNamed(t, "slides_create_presentation").Description, "can't be part of a batch") {
		t.Error("slides_create_presentation does not say so")
	}
	plugintest.Transform{Tool: "slides_batch", Args: json.RawMessage(`{"presentationId":"p1","operations":[{"action":"presentationCreate","params":{"name":"x"}}]}`),
		Error: &plugintest.Failure{Code: "BATCH_ACTION_NOT_ALLOWED", Field: "operations.0.action"}}.Run(t, native())
}

// 20: missing params inside a batch came to light after other operations had
// run.
func TestSlidesDefect20BatchIsCheckedBeforeItRuns(t *testing.T) {
	for operation, field := range map[string]string{
		`{"action":"slideDelete"}`: "slideIndex", `{"action":"elementGet","params":{"slideIndex":0}}`: "objectId",
		`{"action":"textBoxInsert","params":{"slideIndex":0,"text":" "}}`:                                            "text",
		`{"action":"shapeInsert","params":{"slideIndex":0,"shapeType":"CLOUD","width":-1}}`:                          "width",
		`{"action":"tableInsert","params":{"slideIndex":0,"values":[]}}`:                                             "values",
		`{"action":"elementFormatText","params":{"slideIndex":0,"objectId":"i0","findText":"x","linkUrl":"data:x"}}`: "linkUrl",
		`{"action":"lineInsert","params":{"slideIndex":0,"startLeft":1e99,"startTop":0,"endLeft":0,"endTop":0}}`:     "startLeft",
		`{"action":"imageInsert","params":{"slideIndex":0,"imageUrl":"https://a@b/c.png"}}`:                          "imageUrl",
		`{"action":"elementTransformUpdate","params":{"slideIndex":0,"objectId":"i0","scaleX":1e99}}`:                "scaleX",
	} {
		refused(t, "slides_batch", `{"presentationId":"p1","operations":[{"action":"presentationGet","params":{}},`+operation+`]}`, "operations.1.params."+field)
	}
	refused(t, "slides_batch", `{"operations":[{"action":"presentationGet","params":{}}]}`, "operations.0.params.presentationId")
}
