package mbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

const sep = "From a@x.org Tue Jan 15 09:30:00 2030\n"

func readAll(t testing.TB, r io.Reader) (mails []string, err error) {
	t.Helper()
	in := NewReader(r)
	for {
		m, err := in.Next()
		if err == io.EOF {
			return mails, nil
		}
		if err != nil {
			return mails, err
		}
		data, err := io.ReadAll(m)
		if err != nil {
			return mails, err
		}
		mails = append(mails, string(data))
	}
}

func TestMailboxes(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"empty":                  {"", nil},
		"only blank":             {"\n\n", nil},
		"one":                    {sep + "A: 1\n\nbody\n", []string{"A: 1\n\nbody\n"}},
		"two":                    {sep + "A: 1\n\none\n\n" + sep + "A: 2\n\ntwo\n\n", []string{"A: 1\n\none\n", "A: 2\n\ntwo\n"}},
		"CRLF":                   {strings.ReplaceAll(sep+"A: 1\n\none\n\n"+sep+"B: 2\n\n", "\n", "\r\n"), []string{"A: 1\r\n\r\none\r\n", "B: 2\r\n"}},
		"quoted":                 {sep + "A: 1\n\n>From here\n>>From there\n> From\n>Fromage\n", []string{"A: 1\n\nFrom here\n>From there\n> From\n>Fromage\n"}},
		"not after a blank line": {sep + "A: 1\n\nx\n" + sep + "\n", []string{"A: 1\n\nx\n" + sep}},
		"not a separator":        {sep + "A: 1\n\nFrom now on\n\nFrom the start\n", []string{"A: 1\n\nFrom now on\n\nFrom the start\n"}},
		"Takeout":                {"From 18@xxx Tue Jan 15 09:30:00 +0000 2030\nA: 1\n\nx", []string{"A: 1\n\nx"}},
		"many blank lines":       {sep + "A: 1\n\n\n\n\n" + sep + "B: 2\n", []string{"A: 1\n\n\n\n", "B: 2\n"}},
		"separator at the end":   {sep + "A: 1\n\n" + strings.TrimSpace(sep), []string{"A: 1\n", ""}},
		"B88 byte-order mark":    {"\ufeff" + strings.ReplaceAll(sep+"A: 1\n", "\n", "\r\n"), []string{"A: 1\r\n"}},
		"blank in front":         {"\n\n" + sep + "A: 1\n", []string{"A: 1\n"}},
	} {
		for _, how := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader} {
			got, err := readAll(t, how(strings.NewReader(c.file)))
			if err != nil || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
			}
		}
	}
}

func TestNotAMailbox(t *testing.T) {
	for _, file := range []string{"Subject: an .eml\n\nx", "\x00\x01", "From nowhere\n"} {
		if _, err := readAll(t, strings.NewReader(file)); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: got %v", file, err)
		}
	}
	broken := errors.New("disk")
	if _, err := readAll(t, io.MultiReader(strings.NewReader(sep+"A: 1\n"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a file that can't be read: got %v", err)
	}
}

func TestAMailMayBeLeftUnread(t *testing.T) {
	in := NewReader(strings.NewReader(sep + "A: 1\n\none\n\n" + sep + "A: 2\n"))
	if _, err := in.Next(); err != nil {
		t.Fatal(err)
	}
	m, err := in.Next()
	if err != nil {
		t.Fatal(err)
	}
	if data, _ := io.ReadAll(m); string(data) != "A: 2\n" {
		t.Errorf("got %q", data)
	}
}

// endless is a mail of one line that never ends before its size.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = 'x'
	}
	e.left -= n
	return n, nil
}

func TestMemoryIsBounded(t *testing.T) {
	const size = 64 << 20
	in := NewReader(io.MultiReader(strings.NewReader(sep+"A: 1\n\n"), &endless{size}, strings.NewReader("\n\n"+sep+"B: 2\n")))
	m, err := in.Next()
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, m)
	if err != nil || n != size+len64("A: 1\n\n\n") {
		t.Errorf("read %d bytes, %v", n, err)
	}
	if cap(in.out) > 4*bufferSize {
		t.Errorf("%d bytes were held", cap(in.out))
	}
	if m, err = in.Next(); err != nil {
		t.Fatal(err)
	}
	if data, _ := io.ReadAll(m); string(data) != "B: 2\n" {
		t.Errorf("got %q", data)
	}
}

func len64(s string) int64 { return int64(len(s)) }

// TestWhatIsWrittenIsReadBack writes mails as mboxrd does.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	lines := rapid.SampledFrom([]string{"", "", "text", "From x Tue Jan 15 09:30:00 2030", ">From x 1:00", ">>From ", "From here", "Subject: x", strings.Repeat("y", bufferSize+3)})
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		var file bytes.Buffer
		for range rapid.IntRange(1, 4).Draw(t, "mails") {
			body := strings.Join(rapid.SliceOfN(lines, 1, 8).Draw(t, "lines"), "\n") + "\n"
			want = append(want, body)
			file.WriteString(sep)
			for line := range strings.Lines(body) {
				if quoted().MatchString(">" + line) {
					file.WriteString(">")
				}
				file.WriteString(line)
			}
			file.WriteString("\n")
		}
		in := NewReader(&file)
		for i := range want {
			m, err := in.Next()
			if err != nil {
				t.Fatalf("mail %d: %v", i, err)
			}
			if got, _ := io.ReadAll(m); string(got) != want[i] {
				t.Fatalf("mail %d: got %.200q, want %.200q", i, got, want[i])
			}
		}
		if _, err := in.Next(); err != io.EOF {
			t.Fatalf("after the last: %v", err)
		}
	})
}

// FuzzReader: any file is read to its end, and no byte is made up.
func FuzzReader(f *testing.F) {
	f.Add([]byte(sep + "A: 1\n\n>From x\n\n" + sep))
	f.Add([]byte("From a 1:00\n\n\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		mails, err := readAll(t, bytes.NewReader(data))
		total := 0
		for _, m := range mails {
			total += len(m)
		}
		if err != nil && !errors.Is(err, ErrFormat) || total > len(data) {
			t.Fatalf("%d bytes of %d, %v", total, len(data), err)
		}
	})
}
