package modcache

import (
	"encoding/binary"
	"hash/crc32"
	"path/filepath"

	"github.com/wslite/wslite/host/safefile"
)

// maxBlob bounds one blob: a snapshot of a guest's memory is the largest.
const maxBlob = 64 << 20

// Blob is what Put stored under a name, or false. A damaged blob is a miss.
func (e *Entry) Blob(name string) ([]byte, bool) {
	raw, err := safefile.Read(filepath.Join(e.path, name), maxBlob+4)
	if err != nil || len(raw) < 4 {
		return nil, false
	}
	data, sum := raw[:len(raw)-4], binary.LittleEndian.Uint32(raw[len(raw)-4:])
	if crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) != sum {
		return nil, false
	}
	return data, true
}

// Put stores a blob. A failure is no more than a later miss.
func (e *Entry) Put(name string, data []byte) {
	if len(data) > maxBlob {
		return
	}
	sum := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
	raw := binary.LittleEndian.AppendUint32(append(make([]byte, 0, len(data)+4), data...), sum)
	_ = safefile.Write(filepath.Join(e.path, name), raw)
}
