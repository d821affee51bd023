package sandbox

import "github.com/tetratelabs/wazero/api"

// slice is how much fuel a guest gets at once: what lies between two moments
// at which Go can stop it or collect garbage: two to five milliseconds.
const slice = 1_000_000

// meter hands out the fuel of one call in slices. What a call uses does not
// depend on the size of the slices.
type meter struct {
	fuel    api.MutableGlobal // what the guest has left; below 0 it asks
	budget  int64
	granted int64
}

// start begins a call.
func (m *meter) start(budget int64) {
	m.budget, m.granted = budget, min(slice, budget)
	m.fuel.Set(uint64(m.granted))
}

// more gives the next slice; false if there is none.
func (m *meter) more() (int64, bool) {
	n := min(slice, m.budget-m.granted)
	if n <= 0 {
		return 0, false
	}
	m.granted += n
	return n, true
}

// used is what the call has used so far. It may be more than the budget at
// the end of a call whose last charges were not looked at any more.
func (m *meter) used() int64 { return m.granted - int64(m.fuel.Get()) }

// spent says whether the call used more than it may.
func (m *meter) spent() bool { return m.used() > m.budget }
