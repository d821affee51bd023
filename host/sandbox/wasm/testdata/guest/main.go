// Command guest is compiled to Wasm by the tests and run plain and
// instrumented. Every export answers with a number, so the two can be compared
// without a convention for memory.
package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math"
	"sort"
	"strings"
	"time"
	_ "time/tzdata"
)

func main() {}

func sum(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

type message struct {
	ID      int               `json:"id"`
	Subject string            `json:"subject"`
	Labels  []string          `json:"labels"`
	Headers map[string]string `json:"headers"`
	Score   float64           `json:"score"`
	Nested  *message          `json:"nested,omitempty"`
}

var document = func() []byte {
	var list []message
	for i := range 60 {
		list = append(list, message{
			ID: i, Subject: strings.Repeat("Ünïcode \u2028 \"quoted\" ", 3), Labels: []string{"INBOX", "WORK", fmt.Sprint(i)},
			Headers: map[string]string{"From": "a@example.org", "To": "b@example.org"}, Score: math.Sqrt(float64(i)),
			Nested: &message{ID: -i, Subject: "nested"},
		})
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return b
}()

//go:wasmexport json_round
func jsonRound(n int32) uint64 {
	var out []byte
	for range n {
		var v any
		if err := json.Unmarshal(document, &v); err != nil {
			panic(err)
		}
		var err error
		if out, err = json.Marshal(v); err != nil {
			panic(err)
		}
	}
	return sum(string(out)) + uint64(len(document))
}

//go:wasmexport sorting
func sorting(n int32) uint64 {
	x, words := uint32(7), make([]string, n)
	for i := range words {
		x = x*1664525 + 1013904223
		words[i] = fmt.Sprintf("%08x", x)
	}
	sort.Strings(words)
	return sum(strings.Join(words, ","))
}

//go:wasmexport maps
func maps(n int32) uint64 {
	m := map[string]int{}
	for i := range n {
		m[fmt.Sprint(i%97, "-", i%31)] += int(i)
	}
	keys := make([]string, 0, len(m))
	for k, v := range m {
		keys = append(keys, fmt.Sprint(k, "=", v))
	}
	sort.Strings(keys)
	return sum(strings.Join(keys, ";"))
}

//go:wasmexport fib
func fib(n int32) uint64 {
	if n < 2 {
		return uint64(n)
	}
	return fib(n-1) + fib(n-2)
}

//go:wasmexport zones
func zones(n int32) uint64 {
	var b strings.Builder
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"} {
		loc, err := time.LoadLocation(name)
		if err != nil {
			panic(err)
		}
		t := time.Unix(1_700_000_000, 0)
		for range n {
			t = t.Add(97 * time.Hour)
			b.WriteString(t.In(loc).Format(time.RFC1123Z))
		}
	}
	return sum(b.String())
}

//go:wasmexport floats
func floats(n int32) uint64 {
	x := 0.5
	for i := range n {
		x = math.Sin(x)*math.Exp(float64(i%7)) + math.Floor(x) - math.Trunc(1/x)
	}
	return math.Float64bits(x)
}

// crc is a tight loop over bytes.
//
//go:wasmexport crc
func crc(n int32) uint64 {
	buf, c := make([]byte, 1<<16), uint32(0)
	for i := range buf {
		buf[i] = byte(i * 31)
	}
	for range n {
		c = crc32.Update(c, crc32.IEEETable, buf)
	}
	return uint64(c)
}

//go:wasmexport allocate
func allocate(n int32) uint64 {
	var keep [][]byte
	for i := range n {
		b := make([]byte, 1000+i)
		b[i] = byte(i)
		if keep = append(keep, b); len(keep) > 100 {
			keep = keep[50:]
		}
	}
	return uint64(len(keep))
}

//go:wasmexport fault
func fault(n int32) uint64 {
	var a []int
	return uint64(a[n])
}
