package gapi

import "context"

// ChunkSize is the unit of resumable uploads in bytes: a chunk that is not the
// last one has a multiple of it.
const ChunkSize = 256 << 10

// Upload is a resumable upload between its requests, which may reach different
// processes.
type Upload struct {
	// ID names it in the upload's address.
	ID string
	// Method, Path, Query and Body are what it was started with: the method's
	// Discovery id, the escaped path, the raw query and the resource in JSON.
	Method, Path, Query string
	Body                []byte
	// MimeType is the type of the content; "" where none was stated.
	MimeType string
	// Size is the length that was announced in bytes; -1: unknown.
	Size int64
	// Content is what has come in; checksums are known once it is Complete.
	Content  Blob
	Complete bool
	// Answer is the JSON that the finished upload was answered with.
	Answer []byte
}

// Uploads is where resumable uploads are remembered. Its content is that of
// the service's Blobs.
type Uploads interface {
	// StartUpload stores an upload and sets its ID and Content.ID.
	StartUpload(ctx context.Context, u *Upload) error
	// FindUpload gives an upload; NotFound for one that is unknown, cancelled
	// or expired.
	FindUpload(ctx context.Context, id string) (*Upload, error)
	// ResumeUpload gives a writer behind Content.Size; Unavailable if the
	// upload has moved on since it was found.
	ResumeUpload(ctx context.Context, u *Upload) (BlobWriter, error)
	// ClaimUpload lets one request finish the upload, so that its method runs
	// once; Unavailable for others at the same time.
	ClaimUpload(ctx context.Context, id string) error
	// FinishUpload remembers the answer and ends the claim; without an answer
	// the upload can be finished by another request.
	FinishUpload(ctx context.Context, id string, answer []byte) error
	// CancelUpload forgets the upload and its content.
	CancelUpload(ctx context.Context, u *Upload) error
}
