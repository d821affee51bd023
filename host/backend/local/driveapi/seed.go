package driveapi

import (
	"context"
	"io"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// SharedFile is a file of somebody else.
type SharedFile struct {
	// Owner is the address of whom it belongs to.
	Owner string
	// Name and MimeType are the file's; without a type it is guessed.
	Name, MimeType string
	// Role is what the owner of the workspace may do: reader, commenter or
	// writer.
	Role string
	// Content is the bytes; nil for none. A native type imports them as an
	// upload would.
	Content io.Reader
}

// SeedShared makes a file that somebody else shared with the owner of the
// workspace, and gives its id. No method of the API can make one, so this is
// for tests and demonstrations, and is not reachable over HTTP.
func (a *API) SeedShared(ctx context.Context, s SharedFile) (string, error) {
	r, ok := roleOf(s.Role)
	if !ok || r > writer {
		return "", gapi.Invalid("The role %s is none of reader, commenter and writer.", gapi.Quote(s.Role))
	}
	if !validAddress(s.Owner) || a.isMe(s.Owner) {
		return "", gapi.Invalid("The owner must be somebody else's address.")
	}
	var p *content
	if s.Content != nil {
		blob, err := a.blobs.Put(ctx, s.Content)
		if err != nil {
			return "", err
		}
		if p, err = a.prepare(ctx, &gapi.Media{Blob: blob}, s.MimeType, s.Name); err != nil {
			return "", err
		}
	}
	var id string
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		f := &fileRow{id: tx.NewID(), name: s.Name, mime: first(s.MimeType, octets), owner: strings.ToLower(s.Owner), created: tx.Now, modified: tx.Now,
			modifiedBy: strings.ToLower(s.Owner), sharedAt: tx.Now, sharedBy: strings.ToLower(s.Owner), writersShare: true}
		id = f.id
		if err := a.finish(tx, f, &edit{}, p, false); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO file_permissions (file, id, type, role, grantee) VALUES (?, ?, 'user', ?, ?)`,
			f.seq, permissionID("user", a.owner.Email), r.String(), strings.ToLower(a.owner.Email))
		if err != nil {
			return err
		}
		return a.refresh(tx, f)
	})
	return id, err
}
