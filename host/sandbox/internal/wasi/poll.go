package wasi

import "math"

// forever is the latest that the monotonic clock gets to by waiting: sums of
// two such times don't overflow.
const forever = math.MaxInt64 / 4

// subscription is what a guest waits for in poll_oneoff.
type subscription struct {
	userdata uint64
	kind     byte
	deadline int64 // of a clock, on the monotonic clock
	errno    Errno
}

// poll waits for the first of the clocks by moving the monotonic clock to it:
// no time passes. Files can't become ready, since there are none.
func poll(s *System, m Memory, a []uint64) Errno {
	in, out, count := uint32(a[0]), uint32(a[1]), uint32(a[2])
	if count == 0 || count > maxRecords {
		return Invalid
	}
	subs := make([]subscription, count)
	first := int64(math.MaxInt64)
	for i := range subs {
		sub, errno := s.subscription(m, in+uint32(i)*lenSub)
		if errno != Success {
			return errno
		}
		subs[i] = sub
		if sub.errno != Success {
			first = s.mono // an error is ready at once
		} else {
			first = min(first, sub.deadline)
		}
	}
	s.mono = max(s.mono, first)
	ready := uint32(0)
	for _, sub := range subs {
		if sub.errno == Success && sub.deadline > s.mono {
			continue
		}
		if !sub.event(m, out+ready*lenEvent) {
			return Fault
		}
		ready++
	}
	return inside(m.WriteUint32Le(uint32(a[3]), ready))
}

func (s *System) subscription(m Memory, at uint32) (subscription, Errno) {
	b, ok := m.Read(at, lenSub)
	if !ok {
		return subscription{}, Fault
	}
	sub := subscription{userdata: le64(b), kind: b[8]}
	if sub.kind != eventClock {
		sub.errno = BadFile
		return sub, Success
	}
	timeout := int64(min(le64(b[24:]), forever))
	flags := uint16(b[40]) | uint16(b[41])<<8
	switch id := b[16]; {
	case id != clockReal && id != clockMono:
		sub.errno = Invalid
	case flags&absTime == 0:
		sub.deadline = min(s.mono+timeout, forever)
	case id == clockMono:
		sub.deadline = timeout
	default: // the wall clock stands still, so the wait counts from it
		sub.deadline = min(s.mono+timeout-s.now.UnixNano(), forever)
	}
	return sub, Success
}

func (sub subscription) event(m Memory, at uint32) bool {
	var b [lenEvent]byte
	for i := range 8 {
		b[i] = byte(sub.userdata >> (8 * i))
	}
	b[8], b[9], b[10] = byte(sub.errno), byte(sub.errno>>8), sub.kind
	return m.Write(at, b[:])
}

func le64(b []byte) (v uint64) {
	for i := range 8 {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}
