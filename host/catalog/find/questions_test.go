package find_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/catalog/find"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/risk"
)

// question is what somebody asks, and the tools that would be right.
type question struct {
	asked string
	right []string
}

func questions(t *testing.T, file string) []question {
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []question
	for lines := bufio.NewScanner(f); lines.Scan(); {
		asked, right, ok := strings.Cut(lines.Text(), "|")
		if ok && !strings.HasPrefix(asked, "#") {
			out = append(out, question{strings.TrimSpace(asked), strings.Fields(right)})
		}
	}
	return out
}

// toolDocs are the tools of the embedded plugins.
func toolDocs(t testing.TB) []find.Doc {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	r, err := plugin.Open(plugin.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatalf("no plugins are embedded; run `make plugins` first (%v)", err)
	}
	listings, err := r.Listings(tables)
	if err != nil {
		t.Fatal(err)
	}
	var docs []find.Doc
	for _, l := range listings {
		for _, tool := range l.Tools {
			docs = append(docs, find.Doc{Name: tool.Name, Title: tool.Title, Class: tool.Class, Description: tool.Description})
		}
	}
	return docs
}

// TestQuestions asks what people ask. The figures are how many questions have a
// right tool as the first, among the first three and among the first five. Before
// the ranking was tuned they were 15, 24 and 26 of 50, and 8, 12 and 13 of the 30
// that nothing is tuned on.
func TestQuestions(t *testing.T) {
	docs := toolDocs(t)
	x := find.New(docs)
	for _, set := range []struct {
		file               string
		questions          int
		first, three, five int // at least
	}{
		{"questions.txt", 50, 39, 49, 50},
		{"unseen.txt", 30, 17, 19, 23},
	} {
		asked := questions(t, set.file)
		if len(asked) != set.questions {
			t.Errorf("%s has %d questions, not %d", set.file, len(asked), set.questions)
		}
		var first, three, five int
		for _, q := range asked {
			var names []string
			for _, i := range x.Search(q.asked, 10) {
				names = append(names, docs[i].Name)
			}
			at := slices.IndexFunc(names, func(n string) bool { return slices.Contains(q.right, n) })
			if at == 0 {
				first++
			}
			if at >= 0 && at < 3 {
				three++
			}
			if at >= 0 && at < 5 {
				five++
			} else {
				t.Logf("%q: none of %v is among %v", q.asked, q.right, names[:min(5, len(names))])
			}
		}
		t.Logf("%s: %d questions, right at first %d, among three %d, among five %d", set.file, len(asked), first, three, five)
		if first < set.first || three < set.three || five < set.five {
			t.Errorf("%s: right at first %d of at least %d, among three %d of %d, among five %d of %d",
				set.file, first, set.first, three, set.three, five, set.five)
		}
	}
}

// A meeting is moved in time or between calendars, and only who asks knows which:
// both tools have to be among the first two.
func TestMovingAMeeting(t *testing.T) {
	docs := toolDocs(t)
	x := find.New(docs)
	for _, wish := range []string{"move a meeting", "move my appointment to 3pm", "move the meeting with Jan to Friday", "move a meeting to another calendar"} {
		var names []string
		for _, i := range x.Search(wish, 2) {
			names = append(names, docs[i].Name)
		}
		slices.Sort(names)
		if !slices.Equal(names, []string{"calendar_move_event", "calendar_update_event"}) {
			t.Errorf("%q finds %q first", wish, names)
		}
	}
}
