package find

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"What's on TODAY’s list?": {"what", "on", "today", "list"},
		"l'agenda, Übersicht":     {"agenda", "ubersicht"},
		"gmail_send & co":         {"gmail", "send", "co"},
		"répondre à un message":   {"repondre", "a", "un", "message"},
		" ?! '' ":                 nil,
	} {
		if got := split(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, same := range [][]string{{"share", "shared", "sharing", "shares"}, {"stop", "stopped", "stopping"}, {"reply", "replies"}, {"fill", "filled"}, {"is"}} {
		for _, w := range same {
			if stem(w) != stem(same[0]) {
				t.Errorf("%s is %s, %s is %s", same[0], stem(same[0]), w, stem(w))
			}
		}
	}
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b         string
		limit, slips int
	}{
		{"mail", "mail", 1, 0}, {"mial", "mail", 1, 1}, {"mal", "mail", 1, 1}, {"mayl", "mail", 1, 1},
		{"spredshet", "spreadsheet", 2, 2}, {"", "abc", 3, 3}, {"folder", "file", 1, 2},
	} {
		for _, got := range []int{slips(c.a, c.b, c.limit), slips(c.b, c.a, c.limit)} {
			if c.slips <= c.limit && got != c.slips || c.slips > c.limit && got <= c.limit {
				t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.slips)
			}
		}
	}
}

// TestPhrases reads what stands between the parts of a phrase too.
func TestPhrases(t *testing.T) {
	v := newVocabulary()
	got := v.plain(split("please bring the old file back"))
	if want := []string{"please", "untrash", "the", "old", "file"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := v.plain(split("bring one two three four five back")); !slices.Contains(got, "bring") {
		t.Errorf("a phrase reached over five words: %q", got)
	}
}

// TestTables finds entries that can't work: a line without words or without a
// meaning, and a word that stands in two lines.
func TestTables(t *testing.T) {
	for name, table := range map[string]string{"synonyms": synonyms, "phrases": phrases, "foreign": foreign, "speaksOf": speaksOf} {
		seen := map[string]bool{}
		entries(table, func(word string, others []string) {
			if len(split(word)) == 0 || len(others) == 0 {
				t.Errorf("%s: the line %q says nothing", name, word)
			}
			if seen[word] {
				t.Errorf("%s: %q stands there twice", name, word)
			}
			seen[word] = true
		})
	}
}

// TestSearchIsStable: the same wish finds the same, also where a slip is near to
// several words.
func TestSearchIsStable(t *testing.T) {
	docs := []Doc{
		{Name: "gmail_send", Title: "Send a mail", Class: "send", Description: "Sends a new mail."},
		{Name: "drive_search_files", Title: "Search files", Class: "read", Description: "Finds files."},
		{Name: "drive_copy_file", Title: "Copy a file", Class: "write", Description: "Copies a file."},
	}
	first := New(docs).Search("ducplicate a foldr", 0)
	if len(first) == 0 || docs[first[0]].Name != "drive_copy_file" {
		t.Errorf("found %v", first)
	}
	for range 20 {
		if again := New(docs).Search("ducplicate a foldr", 0); !slices.Equal(first, again) {
			t.Fatalf("%v, then %v", first, again)
		}
	}
}

func TestSearchOfNothing(t *testing.T) {
	x := New([]Doc{{Name: "gmail_send", Title: "Send a mail", Description: "Sends a new mail."}})
	for _, wish := range []string{"", "  ", "?", "xqzzv", "the"} {
		if got := x.Search(wish, 3); len(got) != 0 {
			t.Errorf("%q finds %v", wish, got)
		}
	}
	if got := New(nil).Search("mail", 3); len(got) != 0 {
		t.Errorf("nothing has %v", got)
	}
}

// FuzzSearch: whatever is asked, places are those of tools, each once, and no more
// than asked for.
func FuzzSearch(f *testing.F) {
	docs := []Doc{{Name: "gmail_send", Title: "Send a mail", Description: "Sends a new mail."}, {Name: "x", Description: "y"}, {}}
	x := New(docs)
	for _, s := range []string{"send a mail", "bring it back", "l'agenda", "\xff\xfe", "'''", "stop others from"} {
		f.Add(s, 2)
	}
	f.Fuzz(func(t *testing.T, wish string, limit int) {
		got := x.Search(wish, limit)
		if limit > 0 && len(got) > limit || len(got) > len(docs) {
			t.Fatalf("%q, %d: %v", wish, limit, got)
		}
		for i, at := range got {
			if at < 0 || at >= len(docs) || slices.Contains(got[:i], at) {
				t.Fatalf("%q: %v", wish, got)
			}
		}
	})
}
