package cli

import (
	"strings"
	"testing"
)

// The last value of a flag counts, and one that went is told, since a person who
// writes --cc twice means both. Lists of texts are made that way.
func TestAFlagGivenTwice(t *testing.T) {
	d := newDesk(t)
	d.file("labels.json", `["News"]`)
	mail := []string{"gmail", "send", "--to", "a@example.org", "--subject", "s", "--body", "b"}
	labels := []string{"gmail", "batch-modify", "--message-ids", "18c2f0a9d3b1e4f7"}
	for name, c := range map[string]struct {
		call, flags []string
		told        string
		counts      string
	}{
		"another value":       {mail, []string{"--cc", "b@example.org", "--cc=c@example.org"}, `--cc is given more than once: the last value counts, not "b@example.org"`, `"cc": "c@example.org"`},
		"the same value":      {mail, []string{"--cc", "b@example.org", "--cc", "b@example.org"}, "", `"cc": "b@example.org"`},
		"a long value":        {mail, []string{"--html-body", strings.Repeat("x", 100), "--html-body", "n"}, `not "xxxx`, `"htmlBody": "n"`},
		"a list of texts":     {labels, []string{"--add-labels", "News", "--add-labels", "Fun"}, "", `"Fun"`},
		"a list, then a list": {labels, []string{"--add-labels", `["News"]`, "--add-labels", `["Fun"]`}, `--add-labels is given more than once: the last value counts, not "[\"News\"]"`, `"Fun"`},
		"a file, then a text": {labels, []string{"--add-labels", "@labels.json", "--add-labels", "Fun"}, `not "@labels.json"`, `"Fun"`},
		"a switch and its no": {[]string{"gmail", "search-messages"}, []string{"--has-attachment", "--no-has-attachment"}, `--has-attachment is given more than once: the last value counts, not "true"`, `"hasAttachment": false`},
		"a switch, twice":     {[]string{"gmail", "search-messages"}, []string{"--has-attachment", "--has-attachment"}, "", `"hasAttachment": true`},
		"a global flag":       {mail, []string{"--profile", "x", "--profile", ""}, "", ""},
	} {
		_, stdout, stderr := d.loud(append(append([]string{"--dry-run"}, c.call...), c.flags...)...)
		if c.told == "" && strings.Contains(stderr, "more than once") || !strings.Contains(stderr, c.told) {
			t.Errorf("%s: stderr %q, want %q", name, stderr, c.told)
		}
		if !strings.Contains(stdout, c.counts) {
			t.Errorf("%s: stdout %q, want %q", name, stdout, c.counts)
		}
		if strings.Contains(stderr, strings.Repeat("x", maxDropped+1)) {
			t.Errorf("%s: the whole value is shown", name)
		}
	}
	// A document holds its warnings itself.
	_, stdout, stderr := d.loud("--json", "gmail", "search-messages", "--from", "a", "--from", "b")
	if w, _ := dig(document(t, stdout), "warnings", 0).(string); !strings.HasPrefix(w, "--from is given more than once") || strings.Contains(stderr, "more than once") {
		t.Errorf("%s\n%s", stdout, stderr)
	}
}
