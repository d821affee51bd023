package paritytest

import (
	"encoding/binary"
	"errors"
)

// The sections of a module that are read.
const (
	importSection = 2
	exportSection = 7
)

var errModule = errors.New("the module can't be read")

// importNames lists the functions that a module imports, "module name" each.
func importNames(module []byte) ([]string, error) {
	r, err := openSection(module, importSection)
	if err != nil {
		return nil, err
	}
	var names []string
	for n := r.number(); n > 0 && r.err == nil; n-- {
		name := r.text() + " " + r.text()
		if kind := r.byte(); kind != 0 {
			return nil, errors.New(name + " is no function")
		}
		r.number()
		names = append(names, name)
	}
	return names, r.err
}

// exportNames lists what a module exports.
func exportNames(module []byte) ([]string, error) {
	r, err := openSection(module, exportSection)
	if err != nil {
		return nil, err
	}
	var names []string
	for n := r.number(); n > 0 && r.err == nil; n-- {
		names = append(names, r.text())
		r.byte()
		r.number()
	}
	return names, r.err
}

// openSection finds the first section with this id.
func openSection(module []byte, id byte) (*reader, error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return nil, errModule
	}
	for r := (&reader{rest: module[8:]}); len(r.rest) > 0 && r.err == nil; {
		is, body := r.byte(), r.bytes()
		if is == id && r.err == nil {
			return &reader{rest: body}, nil
		}
	}
	return nil, errModule
}

// reader reads a module's binary; the first fault stays in err.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.rest)) {
		r.rest, r.err = nil, errModule
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) number() uint64 {
	u, n := binary.Uvarint(r.rest)
	if n <= 0 || u > uint64(len(r.rest)) && u > 1<<32 {
		r.rest, r.err = nil, errModule
		return 0
	}
	r.take(uint64(n))
	return u
}

func (r *reader) bytes() []byte { return r.take(r.number()) }

func (r *reader) text() string { return string(r.bytes()) }
