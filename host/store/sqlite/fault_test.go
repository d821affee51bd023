package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
	"github.com/wslite/wslite/host/store/storetest"
)

func db(s store.Store) *sql.DB { return s.(*sqlstore.Store).DB() }

// rawDB opens a file as another program would.
func rawDB(t *testing.T, path string) *sql.DB {
	t.Helper()
	raw, err := sql.Open("sqlite", "file://"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { raw.Close() })
	return raw
}

func beginning(key string) store.Beginning {
	return store.Beginning{Owner: store.Owner{Tenant: "local"}, Key: key, Operation: "gmail.send", Digest: "sha256:00", TTL: time.Minute, Attempts: 3}
}

func ending(c store.Claim) store.Ending {
	return store.Ending{Owner: c.Owner, Key: c.Key, Token: c.Token, Version: c.Version, Status: store.Completed, Keep: time.Hour}
}

// TestAFullDisk: nothing is begun, and what was begun can be ended later.
func TestAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, path, Options{})
	c, acquired, err := s.Begin(t.Context(), beginning("before"))
	if err != nil || !acquired {
		t.Fatal(err)
	}
	var pages int
	if err := db(s).QueryRow(`PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	run(t, s, `PRAGMA max_page_count = 1`) // no more than there are
	storetest.Refused(t, s.PutBody(t.Context(), "big", make([]byte, 1<<20)), "disk", "is full", path)
	if _, err := s.Body(t.Context(), "big"); !errors.Is(err, store.ErrAbsent) {
		t.Errorf("a part of the body stands: %v", err)
	}
	full := 0
	for i := range 500 {
		b := beginning("k")
		b.Key += string(rune(0x100 + i))
		_, acquired, err := s.Begin(t.Context(), b)
		if err == nil {
			continue
		}
		full++
		storetest.Refused(t, err, "is full")
		if acquired {
			t.Fatal("acquired all the same")
		}
		if _, err := s.Claim(t.Context(), b.Owner, b.Key); !errors.Is(err, store.ErrAbsent) {
			t.Fatalf("a claim that was refused stands: %v", err)
		}
		break
	}
	if full == 0 {
		t.Fatal("the disk is not full; the test tests nothing")
	}
	run(t, s, `PRAGMA max_page_count = 1000000`)
	if _, err := s.End(t.Context(), ending(c)); err != nil {
		t.Errorf("after room was made: %v", err)
	}
}

// TestALockedFile: a wait that is bounded, and that a caller can end.
func TestALockedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, path, Options{Busy: 300 * time.Millisecond})
	raw := rawDB(t, path)
	conn, err := raw.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	_, acquired, err := s.Begin(t.Context(), beginning("k"))
	storetest.Refused(t, err, "in use by another process", path)
	if acquired {
		t.Error("acquired all the same")
	}
	if _, err := s.Claims(t.Context(), store.ClaimFilter{}); err != nil {
		t.Errorf("a reader waits for a writer: %v", err)
	}
	patient := open(t, path, Options{Busy: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, _, err := patient.Begin(ctx, beginning("k")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a caller who gives up hears %v", err)
	}
	// The lock goes: the call that waits goes on.
	done := make(chan error, 1)
	go func() { _, _, err := patient.Begin(t.Context(), beginning("k")); done <- err }()
	if _, err := conn.ExecContext(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the call still waits a minute after the lock went")
	}
}

// TestADamagedFile: cut off, or overwritten behind its first page.
func TestADamagedFile(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"overwritten": func(data []byte) []byte {
			for i := 4096; i < len(data); i++ {
				data[i] = 0xaa
			}
			return data
		},
		"cut off": func(data []byte) []byte { return data[:5000] },
		"garbage": func(data []byte) []byte { return data[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "r.db")
			s := open(t, path, Options{})
			if _, _, err := s.Begin(t.Context(), beginning("k")); err != nil {
				t.Fatal(err)
			}
			s.Close()
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			os.WriteFile(path, damage(data), 0o600)
			s, err = Open(t.Context(), path, Options{})
			if err == nil {
				defer s.Close()
				var acquired bool
				_, acquired, err = s.Begin(t.Context(), beginning("k"))
				if acquired {
					t.Error("acquired all the same")
				}
			}
			storetest.Refused(t, err, path)
		})
	}
}

// TestTablesThatAreGone: while the store is open.
func TestTablesThatAreGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, path, Options{})
	run(t, s, `DROP TABLE claims`)
	_, _, err := s.Begin(t.Context(), beginning("k"))
	storetest.Refused(t, err, "is damaged")
}

func TestAClosedStore(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "r.db"), Options{})
	s.Close()
	_, _, err := s.Begin(t.Context(), beginning("k"))
	storetest.Refused(t, err)
}

// BenchmarkClaim is what a mutation pays for its claim: begin and end, both on
// the disk. median-ns tells more than the mean on a disk that others use too.
func BenchmarkClaim(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "r.db"), Options{})
	var took []time.Duration
	for b.Loop() {
		x := beginning("k" + strconv.Itoa(len(took)))
		start := time.Now()
		c, _, err := s.Begin(b.Context(), x)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.End(b.Context(), ending(c)); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "median-ns")
}
