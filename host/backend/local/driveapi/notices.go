package driveapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/store"
)

// Notice is a mail that Drive would have sent. Nothing leaves the workspace.
type Notice struct {
	// At is the time in Unix milliseconds.
	At int64
	// FileID is the file that was shared.
	FileID string
	// Recipient is the address of the person or group.
	Recipient string
	// Role is what they got.
	Role string
	// Message is the sharer's own text; may be empty.
	Message string
}

func notice(tx *store.Tx, f *fileRow, w *wish, message string) error {
	_, err := tx.Exec(`INSERT INTO drive_notices (at, file, recipient, role, message) VALUES (?, ?, ?, ?, ?)`, tx.Now, f.id, w.grantee, w.role.String(), message)
	return err
}

// Notices lists the mails that would have been sent, oldest first.
func (a *API) Notices(ctx context.Context) (out []Notice, err error) {
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		rows, err := tx.Query(`SELECT at, file, recipient, role, message FROM drive_notices ORDER BY seq`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var n Notice
			if err := rows.Scan(&n.At, &n.FileID, &n.Recipient, &n.Role, &n.Message); err != nil {
				return err
			}
			out = append(out, n)
		}
		return rows.Err()
	})
	return out, err
}
