package sandbox

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// segment is a piece of a module's data.
type segment struct {
	at   int32
	data []byte
}

func dataSection(segments ...segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = appendI32(append(out, 0, opI32Const), s.at)
		out = binary.AppendUvarint(append(out, opEnd), uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out
}

func moduleWith(sections ...[]byte) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range sections {
		out = binary.AppendUvarint(append(out, s[0]), uint64(len(s)-1))
		out = append(out, s[1:]...)
	}
	return out
}

// memoryOf reads data sections by itself, strictly, and gives what memory they
// make, by address, with the number of segments.
func memoryOf(t *testing.T, module []byte) (map[uint32]byte, int) {
	t.Helper()
	memory, total := map[uint32]byte{}, 0
	for p := 8; p < len(module); {
		id := module[p]
		size, n := binary.Uvarint(module[p+1:])
		body := module[p+1+n : p+1+n+int(size)]
		p += 1 + n + int(size)
		if id != sectionData {
			continue
		}
		count, at := binary.Uvarint(body)
		total += int(count)
		for range count {
			if body[at] != 0 || body[at+1] != 0x41 {
				t.Fatal("a segment of another kind")
			}
			at += 2
			var address int64
			for shift := 0; ; shift += 7 {
				b := body[at]
				at++
				address |= int64(b&0x7f) << shift
				if b&0x80 == 0 {
					if b&0x40 != 0 {
						address |= -1 << (shift + 7)
					}
					break
				}
			}
			at++ // end
			n, width := binary.Uvarint(body[at:])
			at += width
			for i, b := range body[at : at+int(n)] {
				if b != 0 { // memory is zero where nothing is written
					memory[uint32(int32(address))+uint32(i)] = b
				}
			}
			at += int(n)
		}
		if at != len(body) {
			t.Fatal("the section does not end with its segments")
		}
	}
	return memory, total
}

func same(a, b map[uint32]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

func TestMergedDataMakesTheSameMemory(t *testing.T) {
	modules, _ := filepath.Glob("../plugin/embedded/*.wasm")
	if len(modules) < 8 {
		t.Fatal("the embedded modules are not built: make plugins")
	}
	for _, file := range modules {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before := bytes.Clone(src)
		out := mergeData(src)
		want, many := memoryOf(t, src)
		got, few := memoryOf(t, out)
		if !same(got, want) {
			t.Errorf("%s: another memory", filepath.Base(file))
		}
		if few > 200 || many < 1000 {
			t.Errorf("%s: %d segments became %d", filepath.Base(file), many, few)
		}
		if !bytes.Equal(src, before) {
			t.Errorf("%s: the caller's bytes were changed", filepath.Base(file))
		}
	}
	wide := dataSection(segment{1 << 20, []byte("ab")}, segment{1<<20 + 5, []byte("c")}, segment{1 << 30, []byte("d")}, segment{-65536, []byte("ef")})
	src := moduleWith([]byte("\x00\x01xcustom"), append([]byte{sectionData}, wide...), []byte("\x00\x01ybehind"))
	want, _ := memoryOf(t, src)
	out := mergeData(src)
	if got, few := memoryOf(t, out); !same(got, want) || few != 3 || !bytes.HasSuffix(out, src[len(src)-9:]) {
		t.Errorf("%q", out)
	}
}

// Where it can't be told that the memory is the same, the module stays.
func TestMergeDataLeavesTheRest(t *testing.T) {
	a, b := segment{16, []byte("abc")}, segment{20, []byte("def")}
	data := func(section []byte) []byte { return append([]byte{sectionData}, section...) }
	whole := dataSection(a, b)
	if out := mergeData(moduleWith(data(whole))); bytes.Equal(out, moduleWith(data(whole))) {
		t.Fatal("two segments stay two: the cases below show nothing")
	}
	passive := bytes.Clone(whole)
	passive[1] = 1
	global := bytes.Clone(whole)
	global[2] = 0x23
	var sparse []segment
	for i := range 100 {
		sparse = append(sparse, segment{int32(i * 60), []byte{1}})
	}
	for name, module := range map[string][]byte{
		"named by code":         moduleWith([]byte{sectionDataCount, 2}, data(whole)),
		"overlapping":           moduleWith(data(dataSection(a, segment{18, []byte("x")}))),
		"written over by zeros": moduleWith(data(dataSection(segment{16, []byte("a")}, segment{30, []byte("b")}, segment{20, []byte("c")}))),
		"passive":               moduleWith(data(passive)),
		"where a global says":   moduleWith(data(global)),
		"bytes left":            moduleWith(data(append(bytes.Clone(whole), 0))),
		"mostly padding":        moduleWith(data(dataSection(sparse...))),
		"no data":               moduleWith([]byte("\x00\x01x")),
	} {
		if out := mergeData(module); !bytes.Equal(out, module) {
			t.Errorf("%s: %q became %q", name, module, out)
		}
	}
	src := moduleWith(data(whole))
	for cut := 8; cut < len(src); cut++ {
		if out := mergeData(src[:cut]); !bytes.Equal(out, src[:cut]) {
			t.Errorf("cut at %d: %q", cut, out)
		}
	}
}

func FuzzMergeData(f *testing.F) {
	f.Add(moduleWith(append([]byte{sectionData}, dataSection(segment{16, []byte("abc")}, segment{20, []byte("def")})...)))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) < 8 {
			return
		}
		out := mergeData(src)
		if len(out) > 2*len(src)+32 {
			t.Fatalf("%d bytes became %d", len(src), len(out))
		}
		if again := mergeData(out); len(again) > len(out) {
			t.Fatal("merging twice adds something")
		}
	})
}
