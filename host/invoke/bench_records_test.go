package invoke_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/pgtest"
	"github.com/wslite/wslite/host/store/postgres"
	"github.com/wslite/wslite/host/store/sqlite"
)

// The disk sets the floor: a claim's beginning and end and the attempt each wait
// for it once. BenchmarkDisk is what three such waits cost on the disk that the
// records of the other benchmarks lie on, which is the system's temporary one:
// set TMPDIR to measure another. One that is held in memory says little.

// BenchmarkDisk appends to a file and waits for the disk, three times.
func BenchmarkDisk(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "file"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	row := make([]byte, 600)
	each(b, func() {
		for range 3 {
			if _, err := f.Write(row); err != nil {
				b.Fatal(err)
			}
			if err := f.Sync(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRecords is what records add to a mutation: the claim begun and ended,
// the look at it before the request leaves, and the two lines of the audit log.
func BenchmarkRecords(b *testing.B) {
	stores := map[string]func(*testing.B) store.Store{"sqlite": openSQLite, "postgres": openPostgres}
	for _, name := range []string{"sqlite", "postgres"} {
		b.Run(name, func(b *testing.B) {
			claims, log := claimsOf(b, stores[name](b)), openAudit(b)
			req := idempotency.Request{
				Owner: store.Owner{Tenant: "google", Account: "1"}, Operation: "gmail.send", Tool: "gmail_send", Class: "send",
				Digest: "sha256:" + string(slices.Repeat([]byte{'a'}, 64)), Actor: "ana@laptop",
			}
			rec := audit.Record{Service: "gmail", Tool: "gmail_send", Action: "send", Class: "send", Tenant: "google", Account: "1",
				Actor: "ana@laptop", FrontEnd: policy.CLI, Profile: "default", Digest: req.Digest, Decision: "allow", Backend: "google"}
			each(b, func() {
				req.Key = idempotency.FreshKey()
				held, _, err := claims.Begin(b.Context(), req)
				if err != nil {
					b.Fatal(err)
				}
				rec.Event, rec.Status = audit.Attempt, ""
				if err := log.Append(b.Context(), rec); err != nil {
					b.Fatal(err)
				}
				if err := held.Live(b.Context()); err != nil {
					b.Fatal(err)
				}
				if err := held.Complete(b.Context(), "m1"); err != nil {
					b.Fatal(err)
				}
				rec.Event, rec.Status = audit.Outcome, "ok"
				if err := log.Append(b.Context(), rec); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkMutation is a call of the pipeline with a backend that answers at
// once: with records on the disk, with records in memory, and a read.
func BenchmarkMutation(b *testing.B) {
	for _, name := range []string{"disk", "memory", "read"} {
		b.Run(name, func(b *testing.B) {
			o := newOffice(b)
			if name == "disk" {
				onDisk(b, o)
			}
			if name == "read" {
				o.Records = untouched(b)
				o.tool = o.Catalog.Tool("gmail_read")
			}
			each(b, func() {
				if _, err := o.Run(b.Context(), invoke.Request{Tool: o.tool, Args: to("a@x.example"), Yes: true}); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkDraft stores a call, agrees to it and runs it, beside a direct call
// on the same records.
func BenchmarkDraft(b *testing.B) {
	b.Run("direct", func(b *testing.B) {
		o := onDisk(b, newOffice(b))
		each(b, func() {
			if _, err := o.send(b, "", to("a@x.example")); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("draft", func(b *testing.B) {
		o := onDisk(b, newOffice(b))
		each(b, func() {
			if _, err := o.run(b, o.approved(b, to("a@x.example"))); err != nil {
				b.Fatal(err)
			}
		})
	})
}

// each runs f over and over and reports the median: one wait of a disk that is
// busy with something else would weigh too much in a mean.
func each(b *testing.B, f func()) {
	b.Helper()
	f() // opens and creates
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		f()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms/op")
	b.ReportMetric(float64(took[len(took)/10].Microseconds())/1000, "p10-ms/op")
}

// onDisk puts the records of an office into files.
func onDisk(b *testing.B, o *office) *office {
	s, log := openSQLite(b), openAudit(b)
	o.Now = time.Now
	claims := claimsOf(b, s)
	drafts, err := draft.New(s, draft.Options{})
	if err != nil {
		b.Fatal(err)
	}
	o.Records.Claims = func(context.Context) (*idempotency.Claims, error) { return claims, nil }
	o.Records.Drafts = func(context.Context) (*draft.Drafts, error) { return drafts, nil }
	o.Records.Audit = func() (invoke.Auditor, error) { return log, nil }
	return o
}

func claimsOf(b *testing.B, s store.Store) *idempotency.Claims {
	c, err := idempotency.New(s, idempotency.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return c
}

func openSQLite(b *testing.B) store.Store {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "records.db"), sqlite.Options{})
	return closing(b, s, err)
}

// openPostgres is the server that WSLITE_BENCH_DSN names, else one of this
// process on the loopback interface, which does not wait for the disk.
func openPostgres(b *testing.B) store.Store {
	dsn := os.Getenv("WSLITE_BENCH_DSN")
	if dsn == "" {
		dsn = pgtest.Start(b).DSN
	}
	s, err := postgres.Open(b.Context(), dsn, postgres.Options{})
	return closing(b, s, err)
}

func openAudit(b *testing.B) *audit.Log {
	l, err := audit.Open(audit.Options{Dir: filepath.Join(b.TempDir(), "audit")})
	return closing(b, l, err)
}

func closing[T io.Closer](b *testing.B, c T, err error) T {
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	return c
}
