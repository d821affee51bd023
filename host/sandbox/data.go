package sandbox

import (
	"cmp"
	"encoding/binary"
	"slices"
)

const (
	sectionData      = 11
	sectionDataCount = 12

	opI32Const = 0x41
	opEnd      = 0x0b

	// maxGap is how many zero bytes are written between two segments to make one of
	// them. What two segments take apart is more.
	maxGap = 64
)

// mergeData writes the data of a module in few segments. Go's linker leaves out each
// run of zeros, which makes 30 000 segments of a plugin's 800 KB: wazero keeps a
// structure of each, and goes through them for each instance. The memory that
// they make is the same.
//
// It gives the module back as it is where that can't be told: segments that
// overlap, that code may name, or that lie where a global says.
func mergeData(src []byte) []byte {
	r := &linkReader{b: src, pos: 8}
	for r.pos < len(r.b) {
		head := r.pos
		id := r.byte()
		size := r.u32()
		if r.bad || size > len(r.b)-r.pos || id == sectionDataCount {
			return src
		}
		if id != sectionData {
			r.pos += size
			continue
		}
		body := r.pos
		merged, ok := mergedSegments(src[body : body+size])
		if !ok {
			return src
		}
		out := make([]byte, 0, len(src)-size+len(merged)+binary.MaxVarintLen32)
		out = append(append(out, src[:head]...), sectionData)
		out = binary.AppendUvarint(out, uint64(len(merged)))
		return append(append(out, merged...), src[body+size:]...)
	}
	return src
}

// mergedSegments is the content of a data section in few segments.
func mergedSegments(section []byte) ([]byte, bool) {
	r := &linkReader{b: section}
	count := r.u32()
	var runs []run
	end, padding := int64(0), int64(0)
	for range count {
		kind, op := r.byte(), r.byte()
		at, bytes := r.i32(), []byte(nil)
		if stop := r.byte(); kind != 0 || op != opI32Const || stop != opEnd {
			return nil, false
		}
		if n := r.u32(); !r.bad && n <= len(section)-r.pos {
			bytes = section[r.pos : r.pos+n]
			r.pos += n
		} else {
			return nil, false
		}
		last := len(runs) - 1
		if gap := at - end; len(runs) > 0 && 0 <= gap && gap <= maxGap {
			if padding += gap; padding > int64(len(section)) { // nobody makes us pay more than double
				return nil, false
			}
			runs[last].data = append(append(runs[last].data, make([]byte, gap)...), bytes...)
		} else {
			runs = append(runs, run{at, append([]byte(nil), bytes...)})
		}
		end = at + int64(len(bytes))
	}
	if r.bad || r.pos != len(section) || overlap(runs) {
		return nil, false
	}
	out := make([]byte, 0, len(section)+int(padding))
	out = binary.AppendUvarint(out, uint64(len(runs)))
	for _, s := range runs {
		out = appendI32(append(out, 0, opI32Const), int32(s.at))
		out = binary.AppendUvarint(append(out, opEnd), uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out, true
}

// run is what was one segment or several.
type run struct {
	at   int64
	data []byte
}

// overlap says that the order of the runs counts: a later one would write over an
// earlier one, be it with zeros between its segments.
func overlap(runs []run) bool {
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b run) int { return cmp.Compare(a.at, b.at) })
	for i := 1; i < len(sorted); i++ {
		if sorted[i].at < sorted[i-1].at+int64(len(sorted[i-1].data)) {
			return true
		}
	}
	return false
}

// i32 reads a signed number of 32 bits as the address that it stands for.
func (r *linkReader) i32() int64 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift < 28 {
				v |= ^uint64(0) << (shift + 7)
			}
			return int64(uint32(v))
		}
	}
	r.bad = true
	return 0
}

// appendI32 writes a signed number.
func appendI32(b []byte, v int32) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}
