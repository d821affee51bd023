package paritytest

import (
	"slices"
	"testing"
)

// small imports e.f (a function) and exports x and yy.
var small = []byte("\x00asm\x01\x00\x00\x00" +
	"\x01\x04\x01\x60\x00\x00" + // a type
	"\x02\x07\x01\x01e\x01f\x00\x00" +
	"\x07\x0a\x02\x01x\x00\x00\x02yy\x00\x00")

func TestReadingAModule(t *testing.T) {
	imports, err := importNames(small)
	if err != nil || !slices.Equal(imports, []string{"e f"}) {
		t.Errorf("%q %v", imports, err)
	}
	exports, err := exportNames(small)
	if err != nil || !slices.Equal(exports, []string{"x", "yy"}) {
		t.Errorf("%q %v", exports, err)
	}
	memory := slices.Clone(small)
	memory[21] = 2
	if _, err := importNames(memory); err == nil || err.Error() != "e f is no function" {
		t.Error(err)
	}
	for n := range small {
		if _, err := exportNames(small[:n]); err == nil {
			t.Errorf("the first %d bytes pass for a module with exports", n)
		}
	}
}

func FuzzReadingAModule(f *testing.F) {
	f.Add(small)
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x02\x05\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, module []byte) {
		if len(module) < 8 {
			return
		}
		for _, read := range []func([]byte) ([]string, error){importNames, exportNames} {
			names, err := read(module)
			if err != nil {
				continue
			}
			size := 0
			for _, n := range names {
				size += len(n)
			}
			if size > len(module)+len(names) {
				t.Fatalf("%d bytes of names in a module of %d", size, len(module))
			}
		}
	})
}
