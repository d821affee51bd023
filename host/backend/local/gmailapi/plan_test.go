package gmailapi

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/store"
)

// fill puts n mails into the mailbox, five to a thread, without their content.
func fill(t testing.TB, b *bench, n int) {
	t.Helper()
	ctx := context.Background()
	err := b.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`INSERT INTO blobs (id, touched, done, refs) VALUES ('shared', 1, 1, 1)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = b.store.Write(ctx, func(tx *store.Tx) error {
		for i := range n {
			text := compose(fmt.Sprintf("body of mail number%d, and some words that all of them share", i),
				fmt.Sprintf("From: sender%d@example.org", i%100), "To: "+me, fmt.Sprintf("Subject: topic %d", i/5),
				fmt.Sprintf("Message-ID: <%d@x>", i), fmt.Sprintf("References: <%d@x>", i/5*5))
			p, err := b.api.keep(ctx, []byte(text), "shared")
			if err != nil {
				return err
			}
			labels := []string{inbox}
			if i%10 == 0 {
				labels = append(labels, unread)
			}
			if i%50 == 0 {
				labels = []string{trash}
			}
			if _, err := b.api.add(tx, p, arrival{labels: labels, date: int64(i) * 60_000}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestListsUseIndexes looks at SQLite's plans: no list sorts or walks a table
// without an index.
func TestListsUseIndexes(t *testing.T) {
	b := newBench(t)
	for _, q := range []string{"", "words", "in:inbox", "is:unread from:sender1", "-in:inbox", "rfc822msgid:1@x", "after:2030/01/01", "{a b} -c"} {
		for _, threads := range []bool{false, true} {
			s, err := b.api.readSearch(call("q", q), "x")
			if err != nil {
				t.Fatal(err)
			}
			s.threads = threads
			err = b.store.Read(context.Background(), func(tx *store.Tx) error {
				from, args, err := b.api.matching(tx, s)
				if err != nil {
					return err
				}
				rows, err := tx.Query(`EXPLAIN QUERY PLAN SELECT `+messageColumns+` `+from+` AND (d.date, d.message) < (?, ?) ORDER BY d.date DESC, d.message DESC LIMIT 100`, append(args, 1, 1)...)
				if err != nil {
					return err
				}
				defer rows.Close()
				for rows.Next() {
					var id, parent, unused int
					var detail string
					if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
						return err
					}
					if strings.Contains(detail, "TEMP B-TREE FOR ORDER") || strings.HasPrefix(detail, "SCAN") && !strings.Contains(detail, "INDEX") {
						t.Errorf("%q, threads %v: %s", q, threads, detail)
					}
				}
				return rows.Err()
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// BenchmarkBigMailbox reads pages of 10 000 mails. That no list reads the whole
// mailbox is the query plans' test above; how long it takes is no test's matter.
func BenchmarkBigMailbox(b *testing.B) {
	m := newBench(b)
	fill(b, m, 10_000)
	for _, path := range []string{
		"messages?maxResults=100", "messages?q=in:inbox", "messages?q=words", "messages?q=number77", "messages?q=from:sender7+is:unread",
		"messages?labelIds=UNREAD", "messages?q=in:trash", "threads?maxResults=100", "threads?q=is:unread", "threads?q=sender3", "labels/INBOX", "profile",
	} {
		b.Run(path, func(b *testing.B) {
			for b.Loop() {
				m.must(200, "GET", path, "")
			}
		})
	}
}
