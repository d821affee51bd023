package safefile

import (
	"os"
	"time"
)

// settled is how long ago a file must have been written for its stamp to be
// believed: two writes within one tick of a file system's clock look alike.
const settled = time.Second

// Stamp tells one state of a file that Write replaces from another, without
// reading it. The zero Stamp is of no state: nothing is the same as it.
type Stamp struct {
	info  os.FileInfo // nil where there is no file
	taken time.Time
}

// StampOf looks at a file. Take the stamp before the file is read: what is written
// in between is then noticed at the next look.
func StampOf(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{taken: time.Now()} // reading it says what is wrong
	}
	return Stamp{info, time.Now()}
}

// Same says that nothing was written since the older stamp s was taken. It may say
// no where nothing was, for a moment after a write.
func (s Stamp) Same(now Stamp) bool {
	switch {
	case s.taken.IsZero() || now.taken.IsZero():
		return false
	case s.info == nil || now.info == nil:
		return s.info == nil && now.info == nil
	}
	return os.SameFile(s.info, now.info) && s.info.ModTime().Equal(now.info.ModTime()) && s.info.Size() == now.info.Size() &&
		s.info.Mode() == now.info.Mode() && s.taken.Sub(s.info.ModTime()) > settled
}
