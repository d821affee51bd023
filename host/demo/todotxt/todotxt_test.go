package todotxt

import (
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	tests := []struct {
		name, in string
		want     Task
	}{
		{"plain", "Buy milk", Task{Title: "Buy milk"}},
		{"all of an open task", "(A) 2026-11-02 Call Ana +garden @phone due:2026-12-01",
			Task{Priority: "A", Created: "2026-11-02", Title: "Call Ana", Projects: []string{"garden"}, Contexts: []string{"phone"}, Due: "2026-12-01"}},
		{"done with both dates", "x 2026-11-05 2026-11-01 Pay the bill pri:B",
			Task{Done: true, Priority: "B", Completed: "2026-11-05", Created: "2026-11-01", Title: "Pay the bill"}},
		{"x within a word is no mark", "xylophone lesson", Task{Title: "xylophone lesson"}},
		{"small letter is no priority", "(a) not a priority", Task{Title: "(a) not a priority"}},
		{"a priority must come first", "Call (A) Ana", Task{Title: "Call (A) Ana"}},
		{"a date that does not exist is text", "Pay due:2026-02-30", Task{Title: "Pay due:2026-02-30"}},
		{"a link is no pair", "Read https://example.com/a", Task{Title: "Read https://example.com/a"}},
		{"only tags", "+garden @home", Task{Title: "+garden @home", Projects: []string{"garden"}, Contexts: []string{"home"}}},
		{"a lone plus is text", "1 + 1", Task{Title: "1 + 1"}},
		{"other scripts", "(B) Größe prüfen 会議 @büro", Task{Priority: "B", Title: "Größe prüfen 会議", Contexts: []string{"büro"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(tt.in + "\n"))
			if err != nil || len(got) != 1 {
				t.Fatalf("got %v, %v", got, err)
			}
			tt.want.Line = 1
			if !reflect.DeepEqual(got[0], tt.want) {
				t.Errorf("got  %+v\nwant %+v", got[0], tt.want)
			}
		})
	}
}

func TestReadFile(t *testing.T) {
	got, err := Read(strings.NewReader("\ufeff(A) one\r\n\r\n  \ntwo\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Priority != "A" || got[0].Title != "one" || got[1].Title != "two" || got[1].Line != 4 {
		t.Errorf("got %+v", got)
	}
	for _, bad := range []string{"ok\n\xff\xfe\n", "a\x00b\n", strings.Repeat("x", maxLine+1)} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("no error for %.10q", bad)
		}
	}
}
