package plugin

import (
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// module assembles a small Wasm module by hand whose export "catalog" gives
// the text: alloc, copy byte by byte, output_set. Building a Go plugin for each
// test would take a second and 2 MB each. The other three exports do nothing.
func module(catalog string) []byte {
	n := len(catalog)
	str := func(s string) []byte { return append(uleb(uint64(len(s))), s...) }
	vec := func(items ...[]byte) []byte { return cat(uleb(uint64(len(items))), cat(items...)) }
	section := func(id byte, body []byte) []byte { return cat([]byte{id}, uleb(uint64(len(body))), body) }
	imp := func(name string, typ byte) []byte { return cat(str("extism:host/env"), str(name), []byte{0, typ}) }
	exp := func(name string, fn byte) []byte { return cat(str(name), []byte{0, fn}) }

	const i32, i64 = 0x7f, 0x7e
	types := vec(
		[]byte{0x60, 1, i64, 1, i64}, // 0: alloc
		[]byte{0x60, 2, i64, i32, 0}, // 1: store_u8
		[]byte{0x60, 2, i64, i64, 0}, // 2: output_set
		[]byte{0x60, 0, 1, i32},      // 3: exports
	)
	imports := vec(imp("alloc", 0), imp("store_u8", 1), imp("output_set", 2))
	copyOut := cat(
		vec([]byte{1, i64}, []byte{1, i32}),                    // locals: 0 block, 1 index
		[]byte{0x42}, sleb(int64(n)), []byte{0x10, 0, 0x21, 0}, // block = alloc(n)
		[]byte{0x03, 0x40},                                        // loop
		[]byte{0x20, 0, 0x20, 1, 0xad, 0x7c},                      // block + index
		[]byte{0x20, 1, 0x2d, 0, 0, 0x10, 1},                      // store_u8(that, memory[index])
		[]byte{0x20, 1, 0x41, 1, 0x6a, 0x22, 1},                   // index++
		[]byte{0x41}, sleb(int64(n)), []byte{0x49, 0x0d, 0, 0x0b}, // again while index < n
		[]byte{0x20, 0, 0x42}, sleb(int64(n)), []byte{0x10, 2}, // output_set(block, n)
		[]byte{0x41, 0, 0x0b},
	)
	nothing := []byte{0, 0x41, 0, 0x0b}
	body := func(code []byte) []byte { return cat(uleb(uint64(len(code))), code) }
	return cat(
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, types),
		section(2, imports),
		section(3, vec([]byte{3}, []byte{3})),
		section(5, vec(cat([]byte{0}, uleb(uint64(n/65536+1))))),
		section(7, vec(exp("catalog", 3), exp("transform", 4), exp("plan", 4), exp("render", 4), cat(str("memory"), []byte{2, 0}))),
		section(10, vec(body(copyOut), body(nothing))),
		section(11, vec(cat([]byte{0, 0x41, 0, 0x0b}, str(catalog)))),
	)
}

func cat(parts ...[]byte) []byte {
	var out []byte
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func uleb(n uint64) []byte { return binary.AppendUvarint(nil, n) }

func sleb(n int64) []byte {
	var out []byte
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

// moduleOf is the module of a catalog.
func moduleOf(t *testing.T, c *abi.Catalog) []byte {
	t.Helper()
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return module(string(b))
}

// notes is the catalog of a well-behaved third party's plugin.
func notes() *abi.Catalog {
	input := abi.Raw(`{"type":"object","properties":{"id":{"type":"string","description":"The note's id."}},"additionalProperties":false}`)
	tool := func(name, action, about string) abi.Tool {
		return abi.Tool{Name: name, Description: about, Action: action, Actions: []string{action}, Input: input, Group: "read"}
	}
	route := func(id, method, path string) abi.Route {
		return abi.Route{ID: "notes." + id, Method: method, Host: "notes.example.com", Path: path}
	}
	return &abi.Catalog{
		ABI: abi.Version, Service: "notes", Title: "Notes", Provider: "Example Org", Version: "1.0.0",
		Tools: []abi.Tool{
			tool("notes_list_notes", "list", "List the notes."),
			tool("notes_create_note", "create", "Create a note."),
			tool("notes_delete_note", "delete", "Delete a note for good. Needs confirmation."),
			tool("notes_count_words", "count", "Count words."),
		},
		Requests: []abi.ActionRequest{
			{Action: "list", Class: "read", Routes: []abi.Route{route("list", "GET", "/v1/notes")}},
			{Action: "create", Class: "write", Routes: []abi.Route{{ID: "notes.create", Method: "POST", Host: "notes.example.com", Path: "/v1/notes", Body: true}}},
			{Action: "delete", Class: "destructive", Routes: []abi.Route{route("get", "GET", "/v1/notes/{noteId}"), route("delete", "DELETE", "/v1/notes/{noteId}")}},
		},
	}
}
