// Package limits is the one list of wslite's limits: what each bounds, its
// unit, its default and why. It enforces nothing; the packages that do take a
// Limits and each has a test that trips it.
//
// An operator may change a limit in the configuration, up or down, but never
// switch one off: Check refuses anything that is not positive.
//
// Start reading at Limits.
package limits

import (
	"errors"

	"github.com/wslite/wslite/host/fault"
)

// Units, in bytes.
const (
	KiB = 1 << 10
	MiB = 1 << 20
)

// Limits bounds what one plugin call and one action may use. The zero value
// is not usable; start from Default.
type Limits struct {
	// GuestMemory is the linear memory of one plugin instance, in bytes; what
	// is not a whole page of 64 KiB is cut off. 64 MiB holds a 4 MiB JSON
	// answer decoded and encoded again by a garbage-collected guest, and
	// sixteen instances at once still fit a small machine.
	GuestMemory int64
	// KernelMemory is what one call may hold in Extism's kernel, in bytes:
	// input, output, error and log messages, and 48 bytes for each block.
	KernelMemory int64
	// Input is the size of a call's input, in bytes. A tool's arguments come
	// from a command line or a model; 1 MiB is what proxies take.
	Input int64
	// PlanInput is Input for a step of "plan", whose input carries the
	// answers of a service. They are projected before, so 4 MiB are some
	// ten thousand items.
	PlanInput int64
	// Output is the size of a call's output, in bytes.
	Output int64
	// Log is what a guest may log or print in one call, in bytes.
	Log int64
	// FuelBase is the fuel of a call with an empty input. A unit of fuel is
	// one function entry or one round of a loop, two to five nanoseconds, so
	// a guest that spins is stopped within half a second. The transform of
	// 1 KB of arguments takes some 40 000 units.
	FuelBase int64
	// FuelPerByte is the fuel that each byte of input adds, so that what is
	// linear in its input never runs out. Decoding JSON in a Go guest takes
	// some 35 units a byte.
	FuelPerByte int64
	// PlanSteps is how often "plan" may be called for one action: a page of
	// requests each.
	PlanSteps int64
	// RequestsPerAction is how many requests all steps of one action may ask
	// for together. A page of 100 messages costs one each besides the list, and
	// the way to a numbered page costs the rest.
	RequestsPerAction int64
	// RequestBody is the size of one request that leaves the host, in bytes.
	// Apps Script proxies refuse more than a million.
	RequestBody int64
	// ResponseBody is the size of one answer that the host reads, in bytes,
	// before it is projected.
	ResponseBody int64
}

// Default gives the limits that hold unless the operator changes them.
func Default() Limits {
	return Limits{
		GuestMemory:       64 * MiB,
		KernelMemory:      64 * MiB,
		Input:             1 * MiB,
		PlanInput:         4 * MiB,
		Output:            4 * MiB,
		Log:               64 * KiB,
		FuelBase:          100_000_000,
		FuelPerByte:       150,
		PlanSteps:         32,
		RequestsPerAction: 120,
		RequestBody:       1_000_000,
		ResponseBody:      10 * MiB,
	}
}

const (
	// minMemory is one page: a module can't have less and run.
	minMemory = 64 * KiB
	// maxMemory is what 32-bit addresses reach.
	maxMemory = 4 << 30
)

// Check says which limits can't be used, all of them at once. The errors are
// *fault.Error with code USAGE, joined.
func (l Limits) Check() error {
	var errs []error
	for _, f := range []struct {
		name  string
		value int64
		least int64
	}{
		{"guest memory", l.GuestMemory, minMemory},
		{"kernel memory", l.KernelMemory, minMemory},
		{"input", l.Input, 1},
		{"plan input", l.PlanInput, 1},
		{"output", l.Output, 1},
		{"log", l.Log, 1},
		{"base fuel", l.FuelBase, 1},
		{"fuel per byte", l.FuelPerByte, 1},
		{"plan steps", l.PlanSteps, 1},
		{"requests per action", l.RequestsPerAction, 1},
		{"request body", l.RequestBody, 1},
		{"response body", l.ResponseBody, 1},
	} {
		if f.value < f.least {
			errs = append(errs, fault.New(fault.Usage, "the limit for %s is %d, the least that works is %d", f.name, f.value, f.least).
				WithHint("a limit can't be switched off; set a larger number"))
		}
	}
	if l.GuestMemory > maxMemory {
		errs = append(errs, fault.New(fault.Usage, "the limit for guest memory is %d, the most that a module can use is %d", l.GuestMemory, int64(maxMemory)))
	}
	return errors.Join(errs...)
}

// Fuel is the fuel of a call with an input of n bytes.
func (l Limits) Fuel(n int) int64 {
	const most = 1 << 62 // an absurd setting must not wrap around to no fuel
	if l.FuelPerByte > (most-l.FuelBase)/max(int64(n), 1) {
		return most
	}
	return l.FuelBase + l.FuelPerByte*int64(n)
}
