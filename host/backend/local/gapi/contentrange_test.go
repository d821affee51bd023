package gapi

import "testing"

func FuzzContentRange(f *testing.F) {
	for _, s := range []string{"bytes 0-9/10", "bytes 0-9/*", "bytes */10", "bytes */*", "bytes */0", "bytes 9-0/1", "bytes 0-9223372036854775807/*"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := parseContentRange(s)
		if ok && (r.first < 0 || r.length() < 0 || r.total >= 0 && r.last >= r.total || r.last >= 0 && r.first > r.last) {
			t.Fatalf("%q gives %+v", s, r)
		}
	})
}

func FuzzByteRange(f *testing.F) {
	for _, s := range []string{"bytes=0-9", "bytes=-5", "bytes=5-", "bytes=0-1,2-3", "bytes=9223372036854775807-"} {
		f.Add(s, int64(10))
	}
	f.Fuzz(func(t *testing.T, s string, size int64) {
		if size < 0 {
			return
		}
		first, n, whole, ok := byteRange(s, size)
		if ok && (first < 0 || n < 0 || first+n > size || whole && (first != 0 || n != size)) {
			t.Fatalf("%q of %d gives %d, %d", s, size, first, n)
		}
	})
}
