package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// The numbers are those of the peer's defects in its docs service. Those that
// only its server can mend, and over REST the plans of ours: 6 (opaque codes),
// 7 (deletion in cells), 8 (blank first lines), 9 (leaking styles), 11 (every
// failure NOT_FOUND), 12 (no window), 13 and 14 (how images are fetched), 16
// (TITLE reads as NORMAL), 17 (no revision check).

func passes(t *testing.T, tool, args string, warnings ...string) {
	t.Helper()
	paritytest.Passes(t, docs(), tool, args, warnings...)
}

func refused(t *testing.T, tool, args, field string) {
	t.Helper()
	plugintest.Transform{Tool: tool, Args: json.RawMessage(args),
		Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: field}}.Run(t, plugintest.Native(docs()))
}

func mustParse(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// properties are the arguments of a tool.
func properties(t *testing.T, tool string) value.Value {
	t.Helper()
	for _, x := range catalog().Tools {
		if x.Name == tool {
			return mustParse(t, string(x.Input)).Get("properties")
		}
	}
	t.Fatalf("there is no tool %s", tool)
	return value.Value{}
}

// 1: a search for text is one by regular expression.
func TestDocsDefect01SearchIsLiteralOrSaidNotToBe(t *testing.T) {
	passes(t, "docs_replace_text", `{"documentId":"d","findText":"v2.3","replaceText":"v3"}`, `"." has a meaning`)
	passes(t, "docs_format_text", `{"documentId":"d","findText":"(a","bold":true}`, `"(" has a meaning`)
	for _, r := range `^$.|?*+()[]{}` {
		passes(t, "docs_replace_text", `{"documentId":"d","findText":"a`+string(r)+`","replaceText":"b"}`, `"`+string(r)+`" has a meaning`)
	}
	passes(t, "docs_replace_text", `{"documentId":"d","findText":"a\\","replaceText":"b"}`, `"\" has a meaning`)
	passes(t, "docs_replace_text", `{"documentId":"d","findText":"plain - text, ü#/","replaceText":"$1 (b)"}`)
}

// 2: a replacement could not be empty and lost its white space.
func TestDocsDefect02ReplacementIsKept(t *testing.T) {
	passes(t, "docs_replace_text", `{"documentId":"d","findText":"a","replaceText":""}`)
	passes(t, "docs_replace_text", `{"documentId":"d","findText":"a ","replaceText":" b"}`, "off both ends of findText", "off both ends of replaceText")
}

// 3: a text lost its white space and could not be cleared.
func TestDocsDefect03TextIsKept(t *testing.T) {
	passes(t, "docs_set_text", `{"documentId":"d","text":""}`)
	passes(t, "docs_set_text", `{"documentId":"d","text":"  a\n"}`, "off both ends of text")
	passes(t, "docs_insert_paragraph", `{"documentId":"d","text":"\ta","heading":"NORMAL","append":true}`, "off both ends of text")
}

// 4: 0 and false vanish from tables.
func TestDocsDefect04ZeroAndFalseAreToldOf(t *testing.T) {
	for _, cell := range []string{"0", "0.0", "-0", "0e7", "false"} {
		passes(t, "docs_insert_table", `{"documentId":"d","values":[["a",`+cell+`]],"append":true}`, "0 or false")
	}
	for _, cell := range []string{"10", "0.5", "-1e-9", "true", "null", `"0"`, `""`} {
		passes(t, "docs_insert_table", `{"documentId":"d","values":[["a",`+cell+`]],"append":true}`)
	}
}

// 5: the bounds of a table did not hold where the size followed from values.
func TestDocsDefect05TableSizeIsBounded(t *testing.T) {
	row := func(n int, cell string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(cell+",", n), ",") + "]"
	}
	passes(t, "docs_insert_table", `{"documentId":"d","values":`+row(50, row(20, `"x"`))+`,"append":true}`)
	for _, values := range []string{row(51, `["x"]`), "[" + row(21, `"x"`) + "]", "[]", "[[]]", "[null]"} {
		refused(t, "docs_insert_table", `{"documentId":"d","values":`+values+`,"append":true}`, "values")
	}
}

// 10: null set a margin to 0.
func TestDocsDefect10NullIsNoMargin(t *testing.T) {
	p := properties(t, "docs_update_page_setup")
	for _, key := range pageKeys {
		if p.Get(key).Get("type").Text() != "number" {
			t.Errorf("%s is %s", key, p.Get(key).JSON())
		}
	}
}

// 15: ids of named ranges come with and without kix., and both must do.
func TestDocsDefect15BothFormsOfRangeIds(t *testing.T) {
	for _, id := range []string{"abc123", "kix.abc123"} {
		passes(t, "docs_delete_named_range", `{"documentId":"d","namedRangeId":"`+id+`"}`)
	}
}

// 18: only the first tab was read, in silence.
func TestDocsDefect18FirstTabIsSaid(t *testing.T) {
	if !strings.Contains(getDocument().Description, "first tab") {
		t.Error("docs_get_document does not say which tab it reads")
	}
}

// 19: docs_create_document was called fit for a batch, which refused it.
func TestDocsDefect19CreationIsInNoBatch(t *testing.T) {
	if createDocument().BatchEligible {
		t.Error("docs_create_document is called fit for a batch")
	}
	if forms := properties(t, "docs_batch").Get("operations").Get("items").Get("oneOf"); forms.Len() != 24 ||
		slices.ContainsFunc(forms.Items(), func(f value.Value) bool {
			return f.Get("properties").Get("action").Get("const").Text() == "documentCreate"
		}) {
		t.Errorf("the batch takes %d actions, or documentCreate", forms.Len())
	}
	plugintest.Transform{Tool: "docs_batch", Args: json.RawMessage(`{"documentId":"d","operations":[{"action":"documentCreate","params":{"name":"x"}}]}`),
		Error: &plugintest.Failure{Code: "BATCH_ACTION_NOT_ALLOWED", Field: "operations.0.action"}}.Run(t, plugintest.Native(docs()))
}

// 20: a key that an operation lacks was an internal error after others had run;
// results moved and warnings were lost.
func TestDocsDefect20BatchIsCheckedAndShownWhole(t *testing.T) {
	for op, field := range map[string]string{
		`{"action":"paragraphUpdate"}`:                                                "operations.1.params.paragraphIndex",
		`{"action":"imageInsert","params":{"append":true}}`:                           "operations.1.params.imageUrl",
		`{"action":"namedRangeDelete","params":{}}`:                                   "operations.1.params.namedRangeId",
		`{"action":"formatText","params":{"findText":"x","foregroundColor":"bluey"}}`: "operations.1.params.foregroundColor",
	} {
		refused(t, "docs_batch", `{"documentId":"d","operations":[{"action":"documentGet","params":{}},`+op+`]}`, field)
	}
	out := paritytest.Transform(t, docs(), "docs_batch", json.RawMessage(`{"documentId":"d","operations":[{"action":"formatText","params":{"findText":"x"}}]}`))
	if len(paritytest.Warnings(out)) != 1 || !strings.HasPrefix(paritytest.Warnings(out)[0], "Operation 0: No style") {
		t.Errorf("warnings %q", paritytest.Warnings(out))
	}
	const results = `[{"index":0,"action":"headerSet","success":true,"data":{"set":true,"text":"x"}}]`
	inside := paritytest.Render(t, docs(), "docs_batch", nil, json.RawMessage(`{"results":`+results+`}`), nil)
	beside := paritytest.Render(t, docs(), "docs_batch", nil, json.RawMessage(`{}`), json.RawMessage(results))
	if inside == "" || inside != beside {
		t.Errorf("inside %q, beside %q", inside, beside)
	}
}

// 21: formatText without a style was a success.
func TestDocsDefect21NoStyleIsSaid(t *testing.T) {
	passes(t, "docs_format_text", `{"documentId":"d","findText":"x"}`, "No style is given")
	args, data := json.RawMessage(`{"documentId":"d","findText":"x"}`), json.RawMessage(`{"occurrences":3}`)
	if text := paritytest.Render(t, docs(), "docs_format_text", args, data, nil); !strings.Contains(text, "Changed nothing") {
		t.Errorf("%q", text)
	}
	for _, key := range styleKeys {
		if !properties(t, "docs_format_text").Has(key) {
			t.Errorf("%s is no argument", key)
		}
	}
}

// 22: a link could run a script.
func TestDocsDefect22LinksAreHarmless(t *testing.T) {
	for _, link := range []string{"https://e.com", "HTTP://e.com", "mailto:a@e.com", "tel:+1", "#heading=h.x", "#bookmark=id.x", "?a:b", "/a:b", "word", "ü:x", ""} {
		passes(t, "docs_format_text", `{"documentId":"d","findText":"x","linkUrl":"`+link+`"}`)
	}
	for _, link := range []string{"javascript:x", `java\tscript:x`, `\u0000 vbscript:x`, "data:text/html,x", "file:///x", "JaVaScRiPt:x", "ftp://e.com", "x-y.z+1:x"} {
		refused(t, "docs_format_text", `{"documentId":"d","findText":"x","linkUrl":"`+link+`"}`, "linkUrl")
	}
}
