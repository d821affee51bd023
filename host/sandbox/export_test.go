package sandbox

// MaxLive is for tests.
var MaxLive = maxLive

// Interpret makes a sandbox work without native code, as on a system that
// forbids to execute written memory.
func (s *Sandbox) Interpret() { s.interpret = true }
