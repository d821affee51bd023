package config

import "github.com/wslite/wslite/host/limits"

// limit is one key of [sandbox]: a field of limits.Limits in a unit that
// people write.
type limit struct {
	name  string
	field func(*limits.Limits) *int64
	unit  int64
	// max is the largest value in that unit, where there is a reason for one.
	max int64
}

// Upper ends, so that no product overflows and a slip of the pen is noticed.
const (
	// maxGuestMiB is the cap that metering writes into each module: a larger
	// number would look like a limit and change nothing.
	maxGuestMiB = 64
	// maxKernelMiB is what a module with 32-bit addresses can use.
	maxKernelMiB = 4096
	// maxBodyKiB is 1 GiB: inputs and bodies are held in memory whole.
	maxBodyKiB = 1 << 20
	// maxCount bounds what has no natural bound.
	maxCount = 1_000_000
)

// sandboxLimits are the keys of [sandbox] in the order of the default file.
var sandboxLimits = []limit{
	{"memory_mib", func(l *limits.Limits) *int64 { return &l.GuestMemory }, limits.MiB, maxGuestMiB},
	{"kernel_memory_mib", func(l *limits.Limits) *int64 { return &l.KernelMemory }, limits.MiB, maxKernelMiB},
	{"input_kib", func(l *limits.Limits) *int64 { return &l.Input }, limits.KiB, maxBodyKiB},
	{"plan_input_kib", func(l *limits.Limits) *int64 { return &l.PlanInput }, limits.KiB, maxBodyKiB},
	{"output_kib", func(l *limits.Limits) *int64 { return &l.Output }, limits.KiB, maxBodyKiB},
	{"log_kib", func(l *limits.Limits) *int64 { return &l.Log }, limits.KiB, maxBodyKiB},
	{"fuel_base", func(l *limits.Limits) *int64 { return &l.FuelBase }, 1, 1 << 61},
	{"fuel_per_byte", func(l *limits.Limits) *int64 { return &l.FuelPerByte }, 1, 1 << 31},
	{"plan_steps", func(l *limits.Limits) *int64 { return &l.PlanSteps }, 1, maxCount},
	{"requests_per_action", func(l *limits.Limits) *int64 { return &l.RequestsPerAction }, 1, maxCount},
	{"request_body_bytes", func(l *limits.Limits) *int64 { return &l.RequestBody }, 1, maxBodyKiB * limits.KiB},
	{"response_body_kib", func(l *limits.Limits) *int64 { return &l.ResponseBody }, limits.KiB, maxBodyKiB},
}

func limitKeys() []key {
	var out []key
	for _, l := range sandboxLimits {
		out = append(out, key{path: "sandbox." + l.name, kind: count, max: l.max})
	}
	return out
}

// limits puts the keys of [sandbox] over the built-in limits.
func (b *builder) limits(c *Config) {
	c.Limits = limits.Default()
	for _, l := range sandboxLimits {
		key, field := "sandbox."+l.name, l.field(&c.Limits)
		if n, ok := b.settings[key].value.(int64); ok {
			*field = n * l.unit
		}
		b.fallback(key, *field/l.unit)
	}
}
