package cli

import "runtime/debug"

// serverGC is how much garbage a server lets pile up, in percent of what it keeps. A
// server with all eight modules keeps some 40 MB of heap for good: Go's own 100
// percent would take 22 MB more, and 5 % less of a processor's time.
const serverGC = 50

// keepHeapSmall sets it for as long as a server runs, unless $GOGC says otherwise.
func (a *App) keepHeapSmall() (undo func()) {
	if a.Getenv("GOGC") != "" {
		return func() {}
	}
	old := debug.SetGCPercent(serverGC)
	return func() { debug.SetGCPercent(old) }
}
