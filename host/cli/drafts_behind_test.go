package cli

import (
	"encoding/json"
	"slices"
	"testing"
)

// Somebody changes a mail among Gmail's drafts behind the yes to its sending: the
// approved draft is stale, whether other people would get it or another text.
func TestAMailChangedBehindAYes(t *testing.T) {
	for name, change := range map[string][]string{
		"other recipients": {"--to", "eve@evil.example", "--subject", "Hi", "--body", "Hello"},
		"another text":     {"--to", "ana@example.com", "--subject", "Hi", "--body", "You are fired."},
		"nothing else":     nil,
	} {
		t.Run(name, func(t *testing.T) {
			w := newDrafts(t)
			made := w.want(0, "", "--local", "gmail", "create-draft", "--to", "ana@example.com", "--subject", "Hi", "--body", "Hello", "--json")
			var stored struct {
				Data struct{ Draft struct{ ID string } }
			}
			if err := json.Unmarshal([]byte(made.stdout), &stored); err != nil || stored.Data.Draft.ID == "" {
				t.Fatal(err, made.stdout)
			}
			kept := w.want(0, "", "--local", "gmail", "send-draft", stored.Data.Draft.ID, "--draft", "--json")
			var waits struct{ Data struct{ DraftID string } }
			if err := json.Unmarshal([]byte(kept.stdout), &waits); err != nil || waits.Data.DraftID == "" {
				t.Fatal(err, kept.stdout)
			}
			id := waits.Data.DraftID
			w.want(0, "is not shown here", "drafts", "show", id)
			w.want(0, "Approved", "drafts", "approve", id, "--revision", "1", "--yes")
			if change == nil {
				w.want(0, "", "drafts", "run", id)
				if sent := w.sent(); !slices.Equal(sent, []string{"Hi"}) {
					t.Errorf("sent: %q", sent)
				}
				return
			}
			w.want(0, "", append([]string{"--local", "gmail", "update-draft", stored.Data.Draft.ID}, change...)...)
			w.want(1, "DRAFT_STALE", "drafts", "run", id)
			if sent := w.sent(); len(sent) != 0 {
				t.Errorf("sent: %q", sent)
			}
			// Looked at again it can be agreed to.
			w.want(0, "revision 2 waits", "drafts", "edit", id, "--refresh")
		})
	}
}
