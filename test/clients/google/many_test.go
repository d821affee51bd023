package google

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"google.golang.org/api/calendar/v3"
	"google.golang.org/api/drive/v3"
	"google.golang.org/api/gmail/v1"

	"github.com/wslite/wslite/host/backend/local"
)

// TestManyClients: eight clients write at once, half of them through a second
// program that has the same file open. Nothing is refused, lost or doubled.
func TestManyClients(t *testing.T) {
	const clients, each = 8, 6
	path := filepath.Join(t.TempDir(), "workspace.db")
	var worlds []*world
	for range 2 {
		w, err := local.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		worlds = append(worlds, serveWorkspace(t, w, newCoverage(t, "gmail")))
	}
	var group sync.WaitGroup
	failed := make(chan error, clients*each)
	for i := range clients {
		w := worlds[i%2]
		u, c, d := gmailUser(t, w), calendarService(t, w), driveService(t, w)
		group.Go(func() {
			for n := range each {
				name := fmt.Sprint("n", i, "-", n)
				_, sent := u.Messages.Send("me", mail(name, "To: me@example.com", "Subject: "+name)).Do()
				_, met := c.Events.Insert("primary", event(name, 2+n, "09:00", "10:00")).Do()
				_, made := d.Files.Create(&drive.File{Name: name}).Media(strings.NewReader(name)).Do()
				if err := errors.Join(sent, met, made); err != nil {
					failed <- err
				}
			}
		})
	}
	group.Wait()
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	for _, w := range worlds {
		mails := ok[*gmail.ListMessagesResponse](t)(gmailUser(t, w).Messages.List("me").MaxResults(100).Do())
		meetings := ok[*calendar.Events](t)(calendarService(t, w).Events.List("primary").Do())
		files := ok[*drive.FileList](t)(driveService(t, w).Files.List().PageSize(100).Do())
		equal(t, "mails", distinct(mails.Messages, func(m *gmail.Message) string { return m.Id }), clients*each)
		equal(t, "threads", distinct(mails.Messages, func(m *gmail.Message) string { return m.ThreadId }), clients*each)
		equal(t, "events", distinct(meetings.Items, func(e *calendar.Event) string { return e.Summary }), clients*each)
		equal(t, "files", distinct(files.Files, func(f *drive.File) string { return f.Name }), clients*each)
		equal(t, "doubles", len(mails.Messages)+len(meetings.Items)+len(files.Files), 3*clients*each)
	}
}

func distinct[T any](items []T, text func(T) string) int {
	seen := map[string]bool{}
	for _, it := range items {
		seen[text(it)] = true
	}
	return len(seen)
}
