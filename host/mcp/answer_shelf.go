package mcp

import (
	"crypto/rand"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
)

// Bounds of what is kept for a session.
const (
	// shelfAge is how long a thing can be read.
	shelfAge = time.Hour
	// maxShelved is how many bytes a session may have put aside, and maxShelvedAll
	// all sessions together. A session's oldest things go first.
	maxShelved, maxShelvedAll = 128 << 20, 512 << 20
	// leastShelved is what the sessions of one user have together, however many
	// users share the rest.
	leastShelved = 16 << 20
	// maxShelf is how many things a session may have put aside.
	maxShelf = 200
)

// shelves hold what is too large for an answer: a shelf for each session, which
// ends with it. What one session put aside no other finds.
type shelves struct {
	age time.Duration
	// most is how many bytes all sessions together may have put aside.
	most int64

	mu    sync.Mutex
	open  map[*sdk.ServerSession]*shelf
	bytes int64 // on all of them
}

// newShelves makes the shelves of one of so many users.
func newShelves(users int) *shelves {
	return &shelves{age: shelfAge, most: max(maxShelvedAll/int64(max(users, 1)), leastShelved), open: map[*sdk.ServerSession]*shelf{}}
}

// shelf is a session's. Its things are in the order in which they came.
type shelf struct {
	of    *shelves
	ended bool
	bytes int64
	list  []*shelved
}

// shelved is one thing that can be read by its address.
type shelved struct {
	id, name, mimeType string
	size               int64
	ends               *time.Timer
	// One of the three holds it.
	text string
	data []byte
	blob *blob.Blob
	// store holds the blob's bytes, and users counts what of it is on the shelf;
	// the last one closes it.
	store *blob.Store
	users *int
}

// of gives a session's shelf; nil for no session, and for one that has ended.
func (s *shelves) of(session *sdk.ServerSession) *shelf {
	if s == nil || session == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := s.open[session]; at != nil {
		return at
	}
	at := &shelf{of: s}
	s.open[session] = at
	go func() {
		_ = session.Wait() // how a session ended does not matter here
		s.end(session)
	}()
	return at
}

// end clears a session's shelf.
func (s *shelves) end(session *sdk.ServerSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.open[session]
	delete(s.open, session)
	if at == nil {
		return
	}
	at.ended = true
	for len(at.list) > 0 {
		at.drop(0)
	}
}

// put takes a thing in and gives its address; "" where there is no room.
func (at *shelf) put(one *shelved) string {
	s := at.of
	s.mu.Lock()
	defer s.mu.Unlock()
	own := min(maxShelved, s.most)
	if at.ended || one.size > own {
		return ""
	}
	for len(at.list) >= maxShelf || len(at.list) > 0 && at.bytes+one.size > own {
		at.drop(0)
	}
	if s.bytes+one.size > s.most {
		return ""
	}
	one.id = rand.Text()
	one.ends = time.AfterFunc(s.age, func() { at.expire(one) })
	if one.users != nil {
		*one.users++
	}
	at.list = append(at.list, one)
	at.bytes, s.bytes = at.bytes+one.size, s.bytes+one.size
	return blobPlace + one.id
}

func (at *shelf) expire(one *shelved) {
	at.of.mu.Lock()
	defer at.of.mu.Unlock()
	if i := slices.Index(at.list, one); i >= 0 {
		at.drop(i)
	}
}

// drop takes a thing off the shelf; the shelves are locked.
func (at *shelf) drop(i int) {
	one := at.list[i]
	at.list = slices.Delete(at.list, i, i+1)
	one.ends.Stop()
	at.bytes, at.of.bytes = at.bytes-one.size, at.of.bytes-one.size
	if one.users == nil {
		return
	}
	if *one.users--; *one.users == 0 {
		_ = one.store.Close() // a file that stays behind is told by nothing but the disk
	}
}

// find gives a session's thing by its address.
func (s *shelves) find(session *sdk.ServerSession, uri string) *shelved {
	id, ok := strings.CutPrefix(uri, blobPlace)
	if !ok || session == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.open[session]
	if at == nil {
		return nil
	}
	if i := slices.IndexFunc(at.list, func(one *shelved) bool { return one.id == id }); i >= 0 {
		return at.list[i]
	}
	return nil
}

// read gives the thing as the protocol has it: text as text, else as base64.
func (one *shelved) read(uri string) (*sdk.ResourceContents, error) {
	out := &sdk.ResourceContents{URI: uri, MIMEType: one.mimeType, Meta: maps.Clone(untrusted)}
	if one.blob == nil {
		out.Text, out.Blob = one.text, one.data
		return out, nil
	}
	if one.blob.Facts().Text {
		shown, err := one.blob.Text(0)
		out.Text = shown
		return out, err
	}
	r, err := one.blob.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	out.Blob, err = io.ReadAll(io.LimitReader(r, one.size+1))
	if err != nil || int64(len(out.Blob)) != one.size {
		return nil, fault.New(fault.NotFound, "the content is not there any more").WithHint("call the tool again")
	}
	return out, nil
}
