//go:build !linux

package linear

import "errors"

// Page is the unit in which Shared tells what was written, in bytes.
const Page = 4096

// Memories is an allocator. Use one for each instance.
type Memories struct{ Allocator }

// Image is what memories begin with; this system has none.
type Image struct{}

// NewImage says that the system can't.
func NewImage([]byte) (*Image, error) { return nil, errors.ErrUnsupported }

// Content is nothing.
func (*Image) Content() []byte { return nil }

// Close does nothing.
func (*Image) Close() error { return nil }

// Shared is a memory that shares an image.
type Shared struct{}

// Share says that the system can't.
func (*Image) Share(*Memories, []byte) (s *Shared, lost bool, err error) {
	return nil, false, errors.ErrUnsupported
}

// Changed says that the system can't.
func (*Shared) Changed() ([]int, error) { return nil, errors.ErrUnsupported }
