// Package local is the embedded workspace: Google's APIs without Google, kept
// in one SQLite file, for demonstrations, tests and rehearsals. It needs no
// account and no network.
//
// It puts the parts together: store owns the file, gapi the wire format, and
// blobs the content, and one package per API its methods and tables (gmailapi,
// calendarapi, driveapi, tasksapi). It opens no socket;
// Transport answers requests for the pinned hosts within the process, and
// Handler can be served on a listener that a test opens. It checks no
// credentials: whoever may read the file may do everything.
//
// Start reading at Open. A new API is a package like tasksapi, a step appended to
// migrations, its methods in Open, and the hosts that Transport answers for.
package local

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/wslite/wslite/host/backend/local/blobs"
	"github.com/wslite/wslite/host/backend/local/calendarapi"
	"github.com/wslite/wslite/host/backend/local/driveapi"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gmailapi"
	"github.com/wslite/wslite/host/backend/local/store"
	"github.com/wslite/wslite/host/backend/local/tasksapi"
)

// Memory is the path of a workspace that is gone when it is closed.
const Memory = store.Memory

// migrations is the history of the file's schema. Steps are only ever
// appended; the number of steps is the schema version.
func migrations(zone *time.Location) []store.Migration {
	return []store.Migration{
		tasksapi.Migration(),
		blobs.Migration(),
		driveapi.Migration(),
		gmailapi.Migration(),
		calendarapi.Migration(zone.String()),
	}
}

// Workspace is an open workspace. It may be used by many goroutines, and
// several processes may have the same file open.
type Workspace struct {
	store    *store.Store
	tasks    *tasksapi.API
	drive    *driveapi.API
	gmail    *gmailapi.API
	calendar *calendarapi.API
	handler  http.Handler
}

// Owner is the person whose workspace it is.
var Owner = gapi.Person{Email: "me@example.com", Name: "Me Example"}

// Option changes how a workspace is opened.
type Option func(*settings)

type settings struct {
	store  store.Options
	report func(error)
	zone   *time.Location
}

// WithZone sets the time zone of the account: where its days begin, and the
// zone of the calendar of a workspace that is made. The default is UTC.
func WithZone(zone *time.Location) Option { return func(s *settings) { s.zone = zone } }

// WithClock sets the clock; the default is time.Now.
func WithClock(now func() time.Time) Option { return func(s *settings) { s.store.Now = now } }

// WithIDs sets the maker of ids, which must never repeat one in a file.
func WithIDs(newID func() string) Option { return func(s *settings) { s.store.NewID = newID } }

// WithReport receives the faults that an answer over HTTP does not show in
// full, such as a full disk. It may be called by many goroutines.
func WithReport(report func(error)) Option { return func(s *settings) { s.report = report } }

// Open opens the workspace file, and makes it (mode 0600, in a directory of
// mode 0700 if that is missing too) with one task list, "My Tasks", and one
// calendar where there is none. Errors are *fault.Error: NOT_SUPPORTED for a file of a newer
// program, CLIENT_ERROR for a path that can't be used.
func Open(path string, opts ...Option) (*Workspace, error) {
	set := settings{store: store.Options{Path: path}, zone: time.UTC}
	for _, o := range opts {
		o(&set)
	}
	set.store.Migrations = migrations(set.zone)
	s, err := store.Open(set.store)
	if err != nil {
		return nil, err
	}
	b := blobs.New(s)
	w := &Workspace{
		store: s, tasks: tasksapi.New(s, tasksapi.DefaultLimits()),
		drive: driveapi.New(s, b, Owner), gmail: gmailapi.New(s, b, Owner).InZone(set.zone), calendar: calendarapi.New(s, Owner),
	}
	methods := slices.Concat(w.tasks.Methods(), w.drive.Methods(), w.gmail.Methods(), w.calendar.Methods())
	w.handler = gapi.NewService(methods, gapi.Options{Report: set.report, Explain: explain, Blobs: b, Uploads: b})
	return w, nil
}

// Close closes the file. Requests that come later are answered with 500.
func (w *Workspace) Close() error { return w.store.Close() }

// Handler serves the APIs by path, whatever the host of the request.
func (w *Workspace) Handler() http.Handler { return w.handler }

// Tasks gives what Google Tasks has beyond HTTP: seeding for tests.
func (w *Workspace) Tasks() *tasksapi.API { return w.tasks }

// Drive gives what Google Drive has beyond HTTP: seeding and import.
func (w *Workspace) Drive() *driveapi.API { return w.drive }

// Gmail gives what Gmail has beyond HTTP: seeding and import.
func (w *Workspace) Gmail() *gmailapi.API { return w.gmail }

// Calendar gives what Google Calendar has beyond HTTP: seeding and import.
func (w *Workspace) Calendar() *calendarapi.API { return w.calendar }

// explain words the failures of the store without naming the file.
func explain(err error) *gapi.Error {
	switch {
	case errors.Is(err, store.ErrBusy):
		return gapi.Unavailable("The workspace is in use by another process. Try again.")
	case errors.Is(err, store.ErrFull):
		return gapi.Internal("The disk that holds the workspace is full.")
	case errors.Is(err, store.ErrFile):
		return gapi.Internal("The workspace file is damaged, or can't be read or written.")
	}
	return nil
}
