package gmailapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wslite/wslite/host/backend/local/gmailapi/mbox"
	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
	"github.com/wslite/wslite/host/backend/local/store"
)

// ImportReport says what became of the mails of an import.
type ImportReport struct {
	// Imported counts the mails that are new in the mailbox.
	Imported int
	// Duplicates counts those whose Message-ID was there already.
	Duplicates int
	// Skipped lists the others.
	Skipped []SkippedMail
}

// SkippedMail is a mail that was not imported.
type SkippedMail struct {
	// Number counts the mails of the file from 1.
	Number int
	// Reason is a sentence for a person.
	Reason string
}

// ImportMail puts one mail (.eml) into the mailbox as it is, with labels by
// name (Inbox, Unread, or a user's, which is made where it is missing) and
// those of its X-Gmail-Labels field, else into the inbox (or among the sent mails,
// if the owner wrote it). Its Date is the date. Filters don't run.
// A mail that can't be taken is in the report; errors are those of the reader
// and of the workspace.
func (a *API) ImportMail(ctx context.Context, r io.Reader, labels []string) (*ImportReport, error) {
	report := &ImportReport{}
	return report, a.importOne(ctx, r, labels, 1, report)
}

// ImportMbox is ImportMail for each mail of an mbox file, one in memory at a
// time. What was imported before an error stays; to start again is safe, since
// duplicates are passed over. mbox.ErrFormat is for a file that is none.
func (a *API) ImportMbox(ctx context.Context, r io.Reader, labels []string) (*ImportReport, error) {
	report := &ImportReport{}
	in := mbox.NewReader(r)
	for number := 1; ; number++ {
		mail, err := in.Next()
		if errors.Is(err, io.EOF) {
			return report, nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = a.importOne(ctx, mail, labels, number, report)
		}
		if err != nil {
			return report, err
		}
	}
}

func (a *API) importOne(ctx context.Context, r io.Reader, labels []string, number int, report *ImportReport) error {
	raw, err := io.ReadAll(io.LimitReader(r, int64(a.limits.Import)+1))
	if err != nil {
		return err
	}
	skip := func(reason string) error {
		report.Skipped = append(report.Skipped, SkippedMail{number, reason})
		return nil
	}
	// Programs on Windows put a byte-order mark before text; a mail has none.
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	switch {
	case len(raw) > a.limits.Import:
		return skip(fmt.Sprintf("It is larger than %d bytes.", a.limits.Import))
	case len(bytes.TrimSpace(raw)) == 0:
		return skip("It is empty.")
	}
	headers := rfc822.Parse(raw).Headers
	if len(headers) == 0 {
		return skip("It has no header: it is no mail.")
	}
	names := labelNames(labels, headers, a.owner.Email)
	if names.chat {
		return skip("It is a chat, and chats are not kept here.")
	}
	known, err := a.duplicate(ctx, headers)
	if err != nil || known {
		report.Duplicates += count(known)
		return err
	}
	mail, err := a.keep(ctx, raw, "")
	if err != nil {
		return err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		ids, err := a.importLabels(tx, names)
		if err != nil {
			return err
		}
		m, err := a.add(tx, mail, arrival{labels: ids, date: mail.dated(tx.Now)})
		if err == nil && names.draft {
			_, err = newDraft(tx, m)
		}
		return err
	})
	report.Imported += count(err == nil)
	return err
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// duplicate says whether a mail of that Message-ID is there.
func (a *API) duplicate(ctx context.Context, headers []rfc822.Header) (known bool, err error) {
	id := bareID(headers)
	if id == "" {
		return false, nil
	}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM mail_messages WHERE message_id = ? AND message_id <> '')`, id).Scan(&known)
	})
	return known, err
}
