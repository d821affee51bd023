package audit

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// defaultRotate is the size of a file where none is given, in bytes.
const defaultRotate = 16 << 20

// How long a line waits for other processes, and how often it looks. A line
// takes well under a millisecond, or one sync of the disk.
const (
	lockPatience = 5 * time.Second
	lockPoll     = 2 * time.Millisecond
)

// Options say where a log lies and how it grows.
type Options struct {
	// Dir holds the files of the log and nothing else.
	Dir string
	// RotateBytes is the size at which a new file is begun; 0 is 16 MiB.
	RotateBytes int64
	// Keep is how many files stay; 0 keeps all.
	Keep int
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Log is the writing end. Any number of goroutines and processes may append to
// one directory at once.
type Log struct {
	o        Options
	turn     chan struct{} // held by the goroutine that appends
	patience time.Duration // lockPatience, but for tests
}

// Open makes the directory where it is missing and checks that it is the
// user's alone. It writes no line. The error is AUDIT_UNAVAILABLE.
func Open(o Options) (*Log, error) {
	if o.RotateBytes <= 0 {
		o.RotateBytes = defaultRotate
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Dir == "" {
		return nil, fault.New(fault.AuditUnavailable, "there is no place for the audit log: the user has no home directory").
			WithHint("set HOME, or audit.dir in wslite.toml to a directory of your own")
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, unavailable(err, o.Dir)
	}
	o.Dir = dir
	l := &Log{o, make(chan struct{}, 1), lockPatience}
	return l, l.prepare()
}

// prepare makes the directory and checks all that leads to it.
func (l *Log) prepare() error {
	if err := safefile.Dir(l.o.Dir); err != nil {
		return unavailable(err, l.o.Dir)
	}
	return l.private()
}

// private looks at the directory alone, before each line: it costs little, and
// a program that runs for weeks should notice.
func (l *Log) private() error {
	info, err := os.Stat(l.o.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return l.prepare() // it was put aside: a new log begins
	}
	if err != nil {
		return unavailable(err, l.o.Dir)
	}
	if flaw := flawOf(info, true); flaw != "" {
		return unavailable(errors.New(flaw), l.o.Dir)
	}
	return nil
}

// Append writes one record. A record of an Attempt is on the disk when it
// returns. The error is AUDIT_UNAVAILABLE: nothing may be sent then.
//
// A ctx that is done ends the waiting for others, at most; whoever records what
// has already happened passes one that can't be cancelled.
func (l *Log) Append(ctx context.Context, r Record) error {
	r = clean(r, l.o.Now())
	if err := l.private(); err != nil {
		return err
	}
	unlock, err := l.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	w, err := begin(l.o)
	if err != nil {
		return err
	}
	defer w.close()
	return w.append(r)
}

// Close ends the use of the log. Nothing is open between two lines, so there is
// nothing to lose.
func (l *Log) Close() error { return nil }

// lock waits until this goroutine of this process alone may append. The system
// gives the lock back when a process ends, however it ends.
func (l *Log) lock(ctx context.Context) (func(), error) {
	limited, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	select {
	case l.turn <- struct{}{}:
	default:
		select {
		case l.turn <- struct{}{}:
		case <-limited.Done():
			return nil, l.waited(ctx)
		}
	}
	f := newLock(l.o.Dir)
	for {
		got, err := f.TryLock()
		if got {
			return func() { f.Unlock(); <-l.turn }, nil
		}
		if err != nil {
			<-l.turn
			return nil, unavailable(err, f.Path())
		}
		select {
		case <-time.After(lockPoll):
		case <-limited.Done():
			<-l.turn
			return nil, l.waited(ctx)
		}
	}
}

func newLock(dir string) *flock.Flock {
	return flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDWR|openFlags))
}

// waited says why the lock was not had.
func (l *Log) waited(ctx context.Context) error {
	if ctx.Err() != nil {
		return fault.Wrap(ctx.Err(), fault.AuditUnavailable, "interrupted while another wslite wrote to the audit log; nothing is sent")
	}
	path := filepath.Join(l.o.Dir, lockName)
	return fault.New(fault.AuditUnavailable, "the audit log can't be written, so nothing is sent: %q: another process has held the lock for %s", path, l.patience).
		WithHint("end the process that hangs (lsof %q names it), then repeat", path)
}
