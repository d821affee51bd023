package audit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// clock is a fixed time that goes on by a second with each look.
func clock() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

func openTest(t testing.TB, o Options) *Log {
	t.Helper()
	if o.Dir == "" {
		o.Dir = filepath.Join(t.TempDir(), "audit")
	}
	if o.Now == nil {
		o.Now = clock()
	}
	l, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func add(t testing.TB, l *Log, n int) {
	t.Helper()
	for i := range n {
		if err := l.Append(context.Background(), sample(i)); err != nil {
			t.Fatal(err)
		}
	}
}

func sample(i int) Record {
	return Record{
		Event: []string{Attempt, Outcome}[i%2], Tenant: "local", Account: "me@example.com", Actor: "ada", FrontEnd: "cli",
		Profile: "default", Service: "gmail", Tool: "gmail_send", Action: "send", Class: "send", Decision: "allow",
		Confirm: "yes", Backend: "local", Routes: []string{"gmail.users.messages.send"}, Status: "ok", Attempt: i + 1,
		Digest: digestOf([]byte{byte(i)}), Claim: digestOf([]byte{1, byte(i)})[7:23], DurationMS: int64(i), SentBytes: 812,
	}
}

func verify(t testing.TB, dir string) Report {
	t.Helper()
	rep, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// whole fails where the log has a fault.
func whole(t testing.TB, dir string) Report {
	t.Helper()
	rep := verify(t, dir)
	for _, f := range rep.Findings {
		t.Errorf("%+v", f)
	}
	return rep
}

func entries(t testing.TB, dir string, f Filter) []Entry {
	t.Helper()
	var out []Entry
	for e, err := range Entries(dir, f) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func TestAppendAndRead(t *testing.T) {
	l := openTest(t, Options{})
	dir := l.o.Dir
	if list, err := os.ReadDir(dir); err != nil || len(list) != 0 {
		t.Errorf("Open wrote something: %v %v", list, err)
	}
	add(t, l, 5)
	rep := whole(t, dir)
	if rep.Files != 1 || rep.Lines != 6 || rep.LastSeq != 6 || len(rep.Notes) != 0 {
		t.Errorf("%+v", rep)
	}
	got := entries(t, dir, Filter{})
	if len(got) != 5 || got[0].Seq != 2 || got[0].Line != 2 || got[4].Hash != rep.LastHash || got[4].Prev != got[3].Hash {
		t.Errorf("%+v", got)
	}
	want := sample(3)
	want.Time = got[3].Time
	if !reflect.DeepEqual(got[3].Record, want) {
		t.Errorf("%+v\n%+v", got[3].Record, want)
	}
	for _, name := range []string{".", headName, lockName, fileName(1)} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
}

func TestRotation(t *testing.T) {
	l := openTest(t, Options{RotateBytes: 3000})
	add(t, l, 40)
	rep := whole(t, l.o.Dir)
	if rep.Files < 8 || rep.Lines != 40+rep.Files || len(entries(t, l.o.Dir, Filter{})) != 40 {
		t.Errorf("%+v", rep)
	}
	for n := 1; n < rep.Files; n++ {
		if info, err := os.Stat(filepath.Join(l.o.Dir, fileName(n))); err != nil || info.Size() > 3000 {
			t.Errorf("file %d: %v %v", n, info, err)
		}
	}
}

// A record that is larger than a file should be still gets a file, and one.
func TestRotationOfLargeRecords(t *testing.T) {
	l := openTest(t, Options{RotateBytes: 1})
	add(t, l, 3)
	if rep := whole(t, l.o.Dir); rep.Files != 3 || rep.Lines != 6 {
		t.Errorf("%+v", rep)
	}
}

func TestKeep(t *testing.T) {
	l := openTest(t, Options{RotateBytes: 2000, Keep: 3})
	add(t, l, 40)
	rep := whole(t, l.o.Dir)
	list, _ := numbers(l.o.Dir)
	if len(list) != 3 || rep.Files != 3 || rep.LastSeq < 50 {
		t.Errorf("%v %+v", list, rep)
	}
	// Who keeps more from now on gets nothing back, and nothing is missed.
	l = openTest(t, Options{Dir: l.o.Dir, RotateBytes: 2000})
	add(t, l, 10)
	whole(t, l.o.Dir)
	if more, _ := numbers(l.o.Dir); len(more) <= 3 || more[0] != list[0] {
		t.Errorf("%v after %v", more, list)
	}
	// The first of those that are kept is not one that was removed by plan.
	os.Remove(filepath.Join(l.o.Dir, fileName(list[0])))
	if rep := verify(t, l.o.Dir); !has(rep, MissingFile) {
		t.Errorf("%+v", rep)
	}
}

func TestFilter(t *testing.T) {
	l := openTest(t, Options{RotateBytes: 2000})
	add(t, l, 20)
	if err := l.Append(t.Context(), Record{Event: Refused, Service: "drive", Tool: "drive_delete", Class: "destructive", Draft: "d1", Status: "failed", Actor: "bob"}); err != nil {
		t.Fatal(err)
	}
	all := entries(t, l.o.Dir, Filter{})
	newest := entries(t, l.o.Dir, Filter{Newest: true})
	for i := range all {
		if !reflect.DeepEqual(all[i], newest[len(newest)-1-i]) {
			t.Fatalf("%d differs", i)
		}
	}
	mid := all[10].Time
	for name, c := range map[string]struct {
		f    Filter
		want int
	}{
		"event":   {Filter{Event: Refused}, 1},
		"service": {Filter{Service: "drive"}, 1},
		"tool":    {Filter{Tool: "drive_delete"}, 1},
		"pattern": {Filter{Tool: "gmail_*"}, 20},
		"class":   {Filter{Class: "destructive"}, 1},
		"status":  {Filter{Status: "failed"}, 1},
		"actor":   {Filter{Actor: "bob"}, 1},
		"draft":   {Filter{Draft: "d1"}, 1},
		"drafts":  {Filter{Draft: "d"}, 1},
		"claim":   {Filter{Claim: sample(4).Claim}, 1},
		"claims":  {Filter{Claim: sample(4).Claim[:8]}, 1},
		"since":   {Filter{Since: mid}, 11},
		"until":   {Filter{Until: mid}, 10},
		"both":    {Filter{Actor: "ada", Since: mid}, 10},
		"none":    {Filter{Actor: "ada", Class: "destructive"}, 0},
	} {
		if got := entries(t, l.o.Dir, c.f); len(got) != c.want {
			t.Errorf("%s: %d, want %d", name, len(got), c.want)
		}
	}
	if fault.CodeOf(Filter{Tool: "["}.Check()) != fault.Usage || (Filter{Tool: "gmail_*"}).Check() != nil {
		t.Error("patterns")
	}
}

// Many goroutines of several logs on one directory: every line is there once.
func TestGoroutines(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	var wg sync.WaitGroup
	for w := range 8 {
		l := openTest(t, Options{Dir: dir, RotateBytes: 4000})
		for g := range 2 {
			wg.Go(func() {
				for i := range 10 {
					r := sample(i)
					r.Event, r.Draft = Outcome, fmt.Sprintf("d-%d-%d-%d", w, g, i)
					if err := l.Append(context.Background(), r); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	whole(t, dir)
	seen := map[string]bool{}
	for _, e := range entries(t, dir, Filter{}) {
		seen[e.Draft] = true
	}
	if len(seen) != 160 {
		t.Errorf("%d of 160", len(seen))
	}
}

// A check while others write, rotate and remove old files finds nothing.
func TestVerifyMeanwhile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		l := openTest(t, Options{Dir: dir, RotateBytes: 3000, Keep: 3})
		wg.Go(func() {
			r := sample(1)
			r.Event = Outcome
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := l.Append(context.Background(), r); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 60 {
		rep, err := Verify(dir)
		if err != nil || len(rep.Findings) > 0 {
			t.Errorf("%v %+v", err, rep.Findings)
			break
		}
		for e, err := range Entries(dir, Filter{Newest: true}) {
			if err != nil {
				t.Errorf("%+v %v", e, err)
			}
		}
	}
	close(done)
	wg.Wait()
	whole(t, dir)
}

// A log that was put aside while a program runs begins anew.
func TestDirectoryPutAside(t *testing.T) {
	l := openTest(t, Options{})
	add(t, l, 2)
	if err := os.Rename(l.o.Dir, l.o.Dir+".old"); err != nil {
		t.Fatal(err)
	}
	add(t, l, 1)
	if rep := whole(t, l.o.Dir); rep.LastSeq != 2 {
		t.Errorf("%+v", rep)
	}
	whole(t, l.o.Dir+".old")
}

func TestNothingThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if rep := whole(t, dir); rep.Lines != 0 || len(entries(t, dir, Filter{})) != 0 {
		t.Errorf("%+v", rep)
	}
	if _, err := Open(Options{}); fault.CodeOf(err) != fault.AuditUnavailable {
		t.Errorf("without a directory: %v", err)
	}
}

// A lock that another process keeps ends the waiting with the reader's context
// or after the patience, and never with a line.
func TestLockHeld(t *testing.T) {
	l := openTest(t, Options{})
	add(t, l, 1)
	other := newLock(l.o.Dir)
	if ok, err := other.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	err := l.Append(ctx, sample(1))
	if fault.CodeOf(err) != fault.AuditUnavailable || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	l.patience = 30 * time.Millisecond
	err = l.Append(t.Context(), sample(1))
	if fault.CodeOf(err) != fault.AuditUnavailable || !strings.Contains(err.Error(), lockName) {
		t.Errorf("%v", err)
	}
	l.patience = lockPatience
	other.Unlock()
	// A context that is done already does not keep an outcome from being told.
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if err := l.Append(ctx, sample(1)); err != nil {
		t.Error(err)
	}
	if got := entries(t, l.o.Dir, Filter{}); len(got) != 2 {
		t.Errorf("%d lines", len(got))
	}
}

func has(rep Report, what string) bool {
	for _, f := range rep.Findings {
		if f.What == what {
			return true
		}
	}
	return false
}
