package audit

import (
	"context"
	"time"

	"github.com/wslite/wslite/host/fault"
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
type Log struct{ o Options }

// Open makes the directory where it is missing and checks that it is the
// user's alone. It writes no line. The error is AUDIT_UNAVAILABLE.
func Open(o Options) (*Log, error) { return &Log{o}, nil }

// Append writes one record. A record of an Attempt is on the disk when it
// returns. The error is AUDIT_UNAVAILABLE: nothing may be sent then.
//
// A ctx that is done ends the waiting for other processes, at most; whoever
// records what has already happened passes one that can't be cancelled.
func (l *Log) Append(ctx context.Context, r Record) error {
	return fault.New(fault.AuditUnavailable, "the audit log is not there yet")
}

// Close ends the use of the log.
func (l *Log) Close() error { return nil }
