package main

import (
	"github.com/wslite/wslite/plugins/calendar/internal/rrule"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// idOf is the id of the event that a key makes: the same call with the same key
// has the same. It is 128 bits of FNV-1a in the API's digits. The hash guards
// against accident alone; who can write to the calendar can take any id anyway,
// and a plan compares what it finds.
func idOf(parts ...string) string {
	// FNV's offset and prime for 128 bits, in 32-bit words from the lowest on; the
	// prime is 2^88 + 0x13b.
	h := [4]uint64{0x6295c58d, 0x62b82175, 0x07bb0142, 0x6c62272e}
	for _, p := range append([]string{"wslite", "calendar"}, parts...) {
		for i := 0; i <= len(p); i++ {
			c := byte(0) // what ends a part
			if i < len(p) {
				c = p[i]
			}
			h[0] ^= uint64(c)
			high := [4]uint64{0, 0, h[0] << 24, h[1] << 24} // times 2^88: up by two words and 24 bits
			var carry uint64
			for j := range h {
				carry += h[j]*0x13b + high[j]
				h[j] = carry & 0xffffffff
				carry >>= 32
			}
		}
	}
	const digits = "0123456789abcdefghijklmnopqrstuv"
	var out [26]byte
	for i := range out {
		bit := 5 * i
		word := h[bit/32] >> (bit % 32)
		if bit/32+1 < len(h) && bit%32 > 27 {
			word |= h[bit/32+1] << (32 - bit%32)
		}
		out[i] = digits[word&31]
	}
	return string(out[:])
}

// sameEvent tells whether an event that was found is the one that the call makes:
// texts, times and guests. What others add to it, as answers, does not count.
func sameEvent(e, body value.Value) bool {
	for _, key := range [...]string{"summary", "description", "location"} {
		if e.Get(key).Text() != body.Get(key).Text() {
			return false
		}
	}
	var emails []string
	for _, a := range e.Get("attendees").Items() {
		emails = append(emails, a.Get("email").Text())
	}
	for _, a := range body.Get("attendees").Items() {
		if !holds(emails, a.Get("email").Text()) {
			return false
		}
	}
	return sameTime(e.Get("start"), body.Get("start")) && sameTime(e.Get("end"), body.Get("end")) && sameRule(e.Get("recurrence"), body.Get("recurrence"))
}

func sameTime(a, b value.Value) bool {
	if a.Has("date") || b.Has("date") {
		return a.Get("date").Text() == b.Get("date").Text()
	}
	zone := text.Or(b.Get("timeZone").Text(), a.Get("timeZone").Text())
	one, ok := instant(a, zone)
	two, same := instant(b, zone)
	return ok && same && one == two
}

// sameRule compares the lines of series. Google may write the parts of a rule in
// another order.
func sameRule(a, b value.Value) bool {
	one, problem := rrule.Lines(joined(a))
	two, other := rrule.Lines(joined(b))
	if problem != "" || other != "" {
		return a.Equal(b)
	}
	if len(one) != len(two) {
		return false
	}
	for i := range one {
		if one[i].Other != two[i].Other || !one[i].Rule.Equal(two[i].Rule) {
			return false
		}
	}
	return true
}

func joined(lines value.Value) string {
	out := ""
	for _, line := range lines.Items() {
		out = text.Join(out, "\n", line.Text())
	}
	return out
}
