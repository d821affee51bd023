// Command wslite gives people, scripts and agents the tools of Google
// Workspace behind one gate.
package main

import (
	"context"
	"os"
	"os/signal"
	_ "time/tzdata" // zones where the system has none

	"github.com/wslite/wslite/host/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), cli.EndSignals()...)
	// After the first signal the second one ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Main(ctx, os.Args[1:], cli.OSEnv()))
}
