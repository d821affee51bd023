package audit

import "testing"

// BenchmarkAppend is the cost of a line: one that waits for the disk, and one
// that does not.
func BenchmarkAppend(b *testing.B) {
	for _, event := range []string{Attempt, Outcome} {
		b.Run(event, func(b *testing.B) {
			l := openTest(b, Options{})
			r := sample(0)
			r.Event = event
			b.ReportAllocs()
			for b.Loop() {
				if err := l.Append(b.Context(), r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVerify is the cost of a check, per line.
func BenchmarkVerify(b *testing.B) {
	l := openTest(b, Options{})
	r := sample(0)
	r.Event = Outcome
	for range 2000 {
		if err := l.Append(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if rep, err := Verify(l.o.Dir); err != nil || len(rep.Findings) > 0 {
			b.Fatal(err, rep)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/2000, "us/line")
}
