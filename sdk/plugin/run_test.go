package plugin

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// memory is a kernel that keeps each byte where it was stored.
type memory struct {
	input  string
	stored map[uint64]byte
	next   uint64
	full   bool

	output, failure string
}

func (m *memory) InputLength() uint64         { return uint64(len(m.input)) }
func (m *memory) InputByte(at uint64) uint8   { return m.input[at] }
func (m *memory) StoreByte(at uint64, b byte) { m.stored[at] = b }
func (m *memory) OutputSet(at, n uint64)      { m.output = m.text(at, n) }
func (m *memory) ErrorSet(at uint64)          { m.failure = m.text(at, m.next-at) }
func (m *memory) LogInfo(uint64)              {}
func (m *memory) InputWord(at uint64) (w uint64) {
	for i := range uint64(8) {
		w |= uint64(m.input[at+i]) << (8 * i)
	}
	return w
}
func (m *memory) Alloc(n uint64) uint64 {
	if m.full && n > 100 {
		return 0
	}
	m.next += 8
	at := m.next
	m.next += n
	return at
}
func (m *memory) StoreWord(at, w uint64) {
	for i := range uint64(8) {
		m.stored[at+i] = byte(w >> (8 * i))
	}
}
func (m *memory) text(at, n uint64) string {
	b := make([]byte, n)
	for i := range n {
		b[i] = m.stored[at+i]
	}
	return string(b)
}

func TestRun(t *testing.T) {
	p := Plugin{
		Catalog: func() abi.Catalog { return abi.Catalog{ABI: 1, Service: "x", Title: strings.Repeat("t", 200)} },
		Transform: func(c *Call) (*Choice, error) {
			if c.Tool == "x_panic" {
				var nothing *Choice
				return &Choice{Action: nothing.Action}, nil
			}
			return &Choice{Action: "do", Params: c.Args}, nil
		},
	}
	for _, c := range []struct {
		name, export, input string
		full                bool
		rc                  int32
		output, failure     string
	}{
		{"output", abi.ExportTransform, `{"tool":"x","args":{"a":[]}}`, false, 0, `{"action":"do","params":{"a":[]}}`, ""},
		{"no input", abi.ExportCatalog, ``, false, 0, `{"abi":1,"service":"x"`, ""},
		{"bad input", abi.ExportTransform, `{`, false, 1, "", "the input of transform can't be read"},
		{"panic", abi.ExportTransform, `{"tool":"x_panic"}`, false, 1, "", "transform panicked: runtime error: invalid memory address"},
		{"no room", abi.ExportCatalog, ``, true, 1, "", "no room for the output of catalog"},
	} {
		m := &memory{input: c.input, stored: map[uint64]byte{}, full: c.full}
		if rc := run(m, p, c.export); rc != c.rc {
			t.Errorf("%s: rc %d", c.name, rc)
		}
		if !strings.HasPrefix(m.output, c.output) || (c.output == "") != (m.output == "") {
			t.Errorf("%s: output %q", c.name, m.output)
		}
		if !strings.HasPrefix(m.failure, c.failure) || (c.failure == "") != (m.failure == "") {
			t.Errorf("%s: failure %q", c.name, m.failure)
		}
	}
}

func TestReason(t *testing.T) {
	for _, c := range []struct {
		fault any
		want  string
	}{{"text", "text"}, {Fail("X", "message"), "message"}, {5, "a value that is no text"}} {
		if got := reason(c.fault); got != c.want {
			t.Errorf("%v: %q", c.fault, got)
		}
	}
}
