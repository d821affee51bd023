package gapi

import (
	"context"
	"io"
)

// Blob is content that a workspace keeps.
type Blob struct {
	// ID names the content in the workspace's storage.
	ID   string
	Size int64
	// MD5, SHA1 and SHA256 are in hexadecimal.
	MD5, SHA1, SHA256 string
}

// Blobs is where content is kept while it comes in, in pieces: nothing holds
// more of it in memory than one piece.
type Blobs interface {
	// Create starts a new content. The writer must be committed or aborted.
	Create(ctx context.Context) (BlobWriter, error)
	// Open reads content; NotFound where there is none of that id. The reader
	// can seek, so that a part of it costs no more than that part.
	Open(ctx context.Context, id string) (io.ReadSeekCloser, error)
	// Discard removes complete content unless an API keeps it. The service
	// calls it when the method that was to keep the content failed.
	Discard(ctx context.Context, id string) error
}

// BlobWriter takes content in. Exactly one of the other three ends it.
type BlobWriter interface {
	io.Writer
	// Commit makes the content complete. It stays for a day, or for as long as
	// an API keeps it.
	Commit() (Blob, error)
	// Abort forgets all of it.
	Abort()
	// Suspend stores what can be stored, a multiple of ChunkSize, and gives its
	// length in bytes. Uploads.ResumeUpload goes on from there.
	Suspend() (int64, error)
}

// Media is the content that came with a request, complete and kept.
type Media struct {
	// MimeType is the type that the client stated; "" where it stated none.
	MimeType string
	Blob     Blob
}

// Content is an answer that is content and not JSON (alt=media, exports).
type Content struct {
	MimeType string
	// Name is the file's name for Content-Disposition; may be empty.
	Name string
	// Size is the length in bytes.
	Size int64
	// MD5 is sent as X-Goog-Hash where it is known, in hexadecimal.
	MD5 string
	// Open gives the bytes. The service closes them; it seeks for a Range.
	Open func() (io.ReadSeekCloser, error)
}
