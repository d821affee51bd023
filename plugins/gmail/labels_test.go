package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/value"
)

func someLabels(t *testing.T) labelSet {
	return labelsOf(mustParse(t, `{"labels":[
		{"id":"INBOX","name":"INBOX","type":"system"},{"id":"TRASH","name":"TRASH","type":"system"},
		{"id":"Label_18","name":"Projects","type":"user"},{"id":"Label_7","name":"label_18","type":"user"},
		{"id":"Label_1","name":"Ärger","type":"user"},{"id":"Label_2","name":"twice","type":"user"},{"id":"Label_3","name":"TWICE","type":"user"}]}`))
}

// Ids are never compared without case, and come before names.
func TestB22FindLabel(t *testing.T) {
	set := someLabels(t)
	for word, want := range map[string]string{
		"Label_18": "Label_18", "label_18": "Label_7", "LABEL_18": "Label_7", "label_1": "", "projects": "Label_18", " Projects ": "Label_18",
		"inbox": "INBOX", "ärger": "Label_1", "twice": "Label_2", "TWICE": "Label_3", "Twice": "", "Project": "", "": "",
	} {
		if got, found := set.find(word); got != want || found != (want != "") {
			t.Errorf("%q: %q %v, want %q", word, got, found, want)
		}
	}
}

func TestB21NearLabels(t *testing.T) {
	set := someLabels(t)
	for word, want := range map[string]string{"Projekts": "Projects", "proj": "Projects", "Argar": "Ärger", "twicf": "twice, TWICE", "nothing like it": ""} {
		got := set.near(word)
		if want == "" && got != "" || want != "" && !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// What takes mail away can't be added under any name, and nothing is created
// where one label is at fault.
func TestResolveLabels(t *testing.T) {
	set := someLabels(t)
	r, err := set.resolve(mustParse(t, `["New","inbox","INBOX"," ","New","Projects"]`), "addLabels", true)
	if err != nil || !slices.Equal(r.ids, []string{"", "INBOX", "Label_18"}) || !slices.Equal(r.missing, []string{"New"}) {
		t.Errorf("%+v %v", r, err)
	}
	if got := r.fill([]string{"L9"}); !slices.Equal(got, []string{"L9", "INBOX", "Label_18"}) {
		t.Errorf("%q", got)
	}
	for _, bad := range []string{"trash", "TRASH", "Trash", "Twice"} {
		if _, err := set.resolve(value.Strings([]string{"New", bad}), "addLabels", true); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
	if _, err := set.resolve(value.Strings([]string{"TRASH"}), "removeLabels", false); err != nil {
		t.Errorf("%v", err)
	}
}
