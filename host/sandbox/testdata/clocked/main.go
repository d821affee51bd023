// Clocked tells what it sees of time and chance.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/wslite/wslite/host/sandbox/testdata/pdk"
)

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	began := time.Now()
	time.Sleep(time.Hour)
	slept := time.Since(began)
	var b [8]byte
	rand.Read(b[:])
	return pdk.Output(began.UTC().Format(time.RFC3339Nano) + " slept " + slept.String() + " random " + hex.EncodeToString(b[:]))
}
