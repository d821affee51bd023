package text

import (
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	known := []string{"maxResults", "pageToken", "due", "title", "notes", "tasklistId", "get", "set"}
	cases := []struct{ word, want string }{
		{"maxresults", "maxResults"},
		{"max-results", "maxResults"},
		{"max_result", "maxResults"},
		{"maxReslts", "maxResults"},
		{"titel", "title"},
		{"tilte", "title"},
		{"notse", "notes"},
		{"duee", "due"},
		{"tasklist-id", "tasklistId"},
		{"taskListID", "tasklistId"},
		{"bogus", ""},
		{"zzz", ""},
		{"d", ""},
		{"", ""},
		{"--", ""},
		{"ge", ""},
		{"tas", "tasklistId"},
		{"max", "maxResults"},
		{"ta", ""},
		{"due", ""}, // it is known: nothing to suggest
		{strings.Repeat("x", 200), ""},
	}
	for _, c := range cases {
		got, ok := Suggest(c.word, known)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Suggest(%q) = %q %v, want %q", c.word, got, ok, c.want)
		}
	}
	if got, ok := Suggest("list", []string{"list-tasks", "list-tasklists"}); ok {
		t.Errorf("of two that begin with the word %q was guessed", got)
	}
	if got, _ := Suggest("bet", known); got != "get" {
		t.Errorf("of equally near words the first wins, got %q", got)
	}
}

func TestDistance(t *testing.T) {
	cases := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abcd", "badc", 2},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"äö", "öä", 1}, {"abc", "xyz", 3}}
	for _, c := range cases {
		if got := distance(c.a, c.b, 99); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a, 99); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
