package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// The numbers are those of the peer's defects in its forms service. Those that
// only its server or our host can mend, and over REST the plans of ours: 4
// (responses loaded to count them), 13 (no allow-list of spreadsheets), 14 and
// 15 (codes and texts of failures), 16 (no revision check).

func passes(t *testing.T, tool, args string, warnings ...string) {
	t.Helper()
	paritytest.Passes(t, forms(), tool, args, warnings...)
}

func refused(t *testing.T, tool, args, field string) {
	t.Helper()
	plugintest.Transform{Tool: tool, Args: json.RawMessage(args),
		Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: field}}.Run(t, plugintest.Native(forms()))
}

func shown(t *testing.T, tool, args, data string) string {
	t.Helper()
	return paritytest.Render(t, forms(), tool, json.RawMessage(args), json.RawMessage(data), nil)
}

func mustParse(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
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

func schemaOf(t *testing.T, tool string) value.Value {
	t.Helper()
	return mustParse(t, string(toolNamed(t, tool).Input))
}

// 1: an item was made before its choices or bounds were found wrong, and a
// blank one stayed.
func TestFormsDefect01ItemsAreCheckedBeforeTheyAreMade(t *testing.T) {
	for more, field := range map[string]string{
		`"itemType":"LIST","choices":["a","a"]`:                           "choices.1",
		`"itemType":"checkbox","choices":[" "]`:                           "choices.0",
		`"itemType":"SCALE","lowerBound":2,"upperBound":4`:                "lowerBound",
		`"itemType":"LIST","choices":["a"],"showOtherOption":true`:        "showOtherOption",
		`"itemType":"TEXT","title":"  "`:                                  "title",
		`"itemType":"scale","lowerBound":1,"upperBound":1,"index":3`:      "upperBound",
		`"itemType":"MULTIPLE_CHOICE","choices":["x","y","z","y","x"]`:    "choices.3",
		`"itemType":"multiple_choice","choices":["x","\u00a0"],"index":0`: "choices.1",
	} {
		refused(t, "forms_add_item", `{"formId":"f",`+more+`}`, field)
	}
	refused(t, "forms_update_item", `{"formId":"f","itemId":1,"title":"new","choices":["a","a"]}`, "choices.1")
}

// 2: a description was found too long after the form had been made.
func TestFormsDefect02DescriptionIsBounded(t *testing.T) {
	if n, _ := schemaOf(t, "forms_create_form").Get("properties").Get("description").Get("maxLength").AsInt(); n != maxText {
		t.Errorf("maxLength %d", n)
	}
}

// 3: the tool promised recent responses and gave the oldest.
func TestFormsDefect03OrderOfResponsesIsSaid(t *testing.T) {
	if d := toolNamed(t, "forms_list_responses").Description; !strings.Contains(d, "oldest first") {
		t.Errorf("%q", d)
	}
}

// 5: one label of a scale emptied the other; new choices lost their branching.
func TestFormsDefect05WhatIsLostIsToldOf(t *testing.T) {
	passes(t, "forms_update_item", `{"formId":"f","itemId":1,"leftLabel":"bad"}`, "empties the label")
	passes(t, "forms_update_item", `{"formId":"f","itemId":1,"rightLabel":""}`, "empties the label")
	passes(t, "forms_update_item", `{"formId":"f","itemId":1,"leftLabel":"bad","rightLabel":"good"}`)
	if d := toolNamed(t, "forms_update_item").Description; !strings.Contains(d, "branching") {
		t.Errorf("%q", d)
	}
}

// 6: bounds passed that Google Forms refuses.
func TestFormsDefect06ScaleHasTheBoundsOfForms(t *testing.T) {
	for low := range 11 {
		for high := range 11 {
			args := string(mustJSON(t, map[string]any{"formId": "f", "itemType": "SCALE", "lowerBound": low, "upperBound": high}))
			if low <= 1 && high >= 3 {
				passes(t, "forms_add_item", args)
			} else if out := paritytest.Transform(t, forms(), "forms_add_item", json.RawMessage(args)); out.Error == nil || out.Error.Code != "BAD_REQUEST" {
				t.Errorf("%s passed", args)
			}
		}
	}
	refused(t, "forms_add_item", `{"formId":"f","itemType":"SCALE","upperBound":2}`, "upperBound")
	passes(t, "forms_add_item", `{"formId":"f","itemType":"SCALE","lowerBound":0}`)
}

// 7: the text "false" was true.
func TestFormsDefect07BooleansAreBooleans(t *testing.T) {
	seen := 0
	for _, tool := range catalog().Tools {
		for _, p := range mustParse(t, string(tool.Input)).Get("properties").Members() {
			switch p.Key {
			case "isPublished", "acceptingResponses", "collectEmail", "allowResponseEdits", "limitOneResponsePerUser", "publishingSummary",
				"showLinkToRespondAgain", "requireLogin", "progressBar", "quiz", "required", "showOtherOption", "includeItems", "includeAnswers":
				seen++
				if p.Value.Get("type").Text() != "boolean" {
					t.Errorf("%s: %s is %s", tool.Name, p.Key, p.Value.JSON())
				}
			}
		}
	}
	if seen != 17 {
		t.Errorf("%d booleans seen", seen)
	}
}

// 8: a move without a place went to the top.
func TestFormsDefect08MoveNeedsAPlace(t *testing.T) {
	refused(t, "forms_batch", `{"operations":[{"action":"itemMove","params":{"formId":"f","itemId":1}}]}`, "operations.0.params.index")
	refused(t, "forms_move_item", `{"formId":"f","itemId":1}`, "index")
	passes(t, "forms_move_item", `{"formId":"f","itemId":1,"index":0}`)
}

// 9: answers were cut without a word, and grids ran together.
func TestFormsDefect09CutAnswersAreToldOf(t *testing.T) {
	text := shown(t, "forms_get_response", `{}`, `{"response":{"responseId":"r","answerCount":101,"answers":[{"title":"Grid","response":[["a, b","c"],"d"]}]}}`)
	if !strings.Contains(text, "101 answers, 1 shown") || !strings.Contains(text, "  - a, b, c\n  - d\n") {
		t.Errorf("%q", text)
	}
}

// 10: a setting that could not be read looked like one that is off.
func TestFormsDefect10UnknownIsNotNo(t *testing.T) {
	text := shown(t, "forms_get_form", `{}`, `{"form":{"id":"f","title":"T","published":null,"acceptingResponses":false,"quiz":null}}`)
	if strings.Contains(text, "Published") || !strings.Contains(text, "Open  no") || strings.Contains(text, "quiz") {
		t.Errorf("%q", text)
	}
}

// 11: the text of a list of responses never held the answers, and that of items
// no choices.
func TestFormsDefect11AnswersAndChoicesAreShown(t *testing.T) {
	const data = `{"items":[{"responseId":"r","answerCount":1,"answers":[{"title":"Drink?","response":"Tea"}]}]}`
	if text := shown(t, "forms_list_responses", `{"includeAnswers":true}`, data); !strings.Contains(text, "Drink?\n  Tea\n") {
		t.Errorf("%q", text)
	}
	if !slices.ContainsFunc(toolNamed(t, "forms_list_items").Output.Columns, func(c abi.Column) bool { return c.Key == "choices" }) {
		t.Error("no column of choices")
	}
	if text := shown(t, "forms_add_item", `{}`, `{"item":{"itemId":1,"title":"Drink?","choices":["Tea"]}}`); !strings.Contains(text, "- Tea\n") {
		t.Errorf("%q", text)
	}
}

// 12: making a quiz an ordinary form destroyed its grading without a word.
func TestFormsDefect12GradingIsNotLostInSilence(t *testing.T) {
	passes(t, "forms_update_form", `{"formId":"f","quiz":false}`, "answer keys")
	passes(t, "forms_update_form", `{"formId":"f","quiz":true}`)
}

// 17: a malformed id was reported as one that is not there.
func TestFormsDefect17MalformedIdsAreBadRequests(t *testing.T) {
	for _, tool := range []string{"forms_delete_item", "forms_update_item"} {
		for _, id := range []string{"a/b", "a b", "ä", "a.b", "\\u0000"} {
			refused(t, tool, `{"formId":"f","itemId":"`+id+`"}`, "itemId")
		}
	}
	for _, tool := range catalog().Tools {
		if p := mustParse(t, string(tool.Input)).Get("properties").Get("formId"); p.Exists() && p.Get("pattern").Text() != "^[a-zA-Z0-9_-]+$" {
			t.Errorf("%s: formId is %s", tool.Name, p.JSON())
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
