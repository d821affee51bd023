package rest

import (
	"bytes"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/blob"
)

func fileBlob(t *testing.T, s *blob.Store, content []byte) *blob.Blob {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := s.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// From whatever place content is read, it is the same bytes, and as many as its
// size says.
func TestContentReadsFromAnyPlace(t *testing.T) {
	s := blob.New(blob.Options{})
	defer s.Close()
	for _, n := range []int{0, 1, 2, 3, 56, 57, 58, 113, 114, 115, 57*64 - 1, 57 * 64, 57*64 + 1, 20_000} {
		raw := make([]byte, n)
		for i := range raw {
			raw[i] = byte(rand.IntN(256))
		}
		b := fileBlob(t, s, raw)
		c := contentOf("x/y", run{text: "héad\r\n"}, run{blob: b, base64: true}, run{text: ""}, run{blob: b}, run{text: "tail"})
		all, err := io.ReadAll(c.open(0, c.size))
		if err != nil || int64(len(all)) != c.size {
			t.Fatalf("%d: %d bytes of %d, %v", n, len(all), c.size, err)
		}
		var encoded strings.Builder
		for rest := raw; len(rest) > 0; {
			line := rest[:min(57, len(rest))]
			rest = rest[len(line):]
			encoded.WriteString(base64.StdEncoding.EncodeToString(line) + "\r\n")
		}
		if want := "héad\r\n" + encoded.String() + string(raw) + "tail"; string(all) != want {
			t.Fatalf("%d: other bytes", n)
		}
		for range 50 {
			from := rand.Int64N(c.size)
			length := rand.Int64N(c.size - from + 1)
			part, err := io.ReadAll(c.open(from, length))
			if err != nil || !bytes.Equal(part, all[from:from+length]) {
				t.Fatalf("%d: from %d, %d bytes: %v", n, from, length, err)
			}
		}
	}
}

func TestContainsLooksAcrossPieces(t *testing.T) {
	text := strings.Repeat("a", 64<<10-3) + "boundary" + strings.Repeat("b", 100)
	for word, want := range map[string]bool{"boundary": true, "boundarz": false, "bb": true} {
		if got, err := contains(io.NopCloser(strings.NewReader(text)), []byte(word)); got != want || err != nil {
			t.Errorf("%s: %v %v", word, got, err)
		}
	}
}

func TestB17Base64OfServices(t *testing.T) {
	for in, want := range map[string]string{
		"w6k_Pn4": "é?>~", "w6k_Pn4=": "é?>~", "w6k/Pn4=": "é?>~", "w6k_\r\nPn4=\n": "é?>~", "": "", "YQ": "a", "YQ==": "a", "YWI=": "ab",
		"YQ=": "a", // one of two pads is missing
	} {
		if got, err := decodeBase64(in); string(got) != want || err != nil {
			t.Errorf("%q: %q %v", in, got, err)
		}
	}
	for _, in := range []string{"a", "====", "w6k?", "YQ==YQ==", "YWJj=", "YQ===", "é", "w6k_Pn4=x", "\x00"} {
		if got, err := decodeBase64(in); err == nil {
			t.Errorf("%q became %q", in, got)
		}
	}
}

func FuzzBase64(f *testing.F) {
	f.Add([]byte("é?>~"), 3)
	f.Fuzz(func(t *testing.T, raw []byte, split int) {
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
			text := e.EncodeToString(raw)
			at := 0
			if len(text) > 0 {
				at = max(split, 0) % len(text)
			}
			var out bytes.Buffer
			w := base64Writer{to: &out}
			w.Write([]byte(text[:at]))
			w.Write([]byte(text[at:]))
			if err := w.Close(); err != nil || !bytes.Equal(out.Bytes(), raw) {
				t.Fatalf("%q: %q, %v", text, out.Bytes(), err)
			}
		}
	})
}

func TestSessionAddresses(t *testing.T) {
	r := driveRoute(t)
	for location, good := range map[string]bool{
		"https://www.googleapis.com/upload/drive/v3/files?uploadType=resumable&upload_id=x": true,
		"https://www.googleapis.com/resumable/upload/drive/v3/files?upload_id=x":            true,
		"https://evil.example/upload/drive/v3/files?upload_id=secret":                       false,
		"https://www.googleapis.com.evil.example/upload/x":                                  false,
		"https://www.googleapis.com@evil.example/upload/x":                                  false,
		"https://user@www.googleapis.com/upload/x":                                          false,
		"https://www.googleapis.com:444/upload/x":                                           false,
		"http://www.googleapis.com/upload/x":                                                false,
		"//www.googleapis.com/upload/x":                                                     false,
		"/upload/x":                                                                         false,
		"https://www.googleapis.com/drive/v3/files?upload_id=x":                             false,
		"https://www.googleapis.com/upload/../drive/v3/files":                               false,
		"https://www.googleapis.com/upload/%2e%2e/drive/v3/files":                           false,
		"https://www.googleapis.com/upload/x#y":                                             false,
		"":                                                                                  false, ":": false,
	} {
		u, err := sessionURI(r, "https", location)
		if (err == nil) != good || good && u.String() != location {
			t.Errorf("%s: %v %v", location, u, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the secret is told: %v", err)
		}
	}
}
