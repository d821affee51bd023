package blobs

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"errors"
	"hash"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// sums are the running checksums: MD5, SHA-1 and SHA-256, in this order. They
// tell content apart for clients as Drive does; nothing is secured by them.
type sums [3]hash.Hash

func newSums() *sums { return &sums{md5.New(), sha1.New(), sha256.New()} }

func (s *sums) add(p []byte) {
	for _, h := range s {
		h.Write(p)
	}
}

func (s *sums) fill(b *gapi.Blob) {
	for i, into := range []*string{&b.MD5, &b.SHA1, &b.SHA256} {
		*into = hex.EncodeToString(s[i].Sum(nil))
	}
}

// state is the states of the three, each behind its length in one byte.
func (s *sums) state() ([]byte, error) {
	var out []byte
	for _, h := range s {
		state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			return nil, err
		}
		out = append(append(out, byte(len(state))), state...)
	}
	return out, nil
}

var errSums = errors.New("the checksums of an unfinished content are damaged")

// restore is the inverse of state. Nothing at all is the state of no bytes.
func (s *sums) restore(state []byte) error {
	if len(state) == 0 {
		return nil
	}
	for _, h := range s {
		if len(state) == 0 || len(state)-1 < int(state[0]) {
			return errSums
		}
		n := int(state[0]) + 1
		if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state[1:n]); err != nil {
			return errSums
		}
		state = state[n:]
	}
	return nil
}
