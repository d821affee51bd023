package invoke

import (
	"context"
	"fmt"

	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// Bounds of what one call passes on of a plugin's log. A log is for the plugin's
// author; a flood of it helps nobody.
const (
	maxHeard = 100  // lines
	maxLine  = 1000 // cells of a line
)

// begin gives the instance of a call, whose log is passed on as it comes.
func (p *Pipeline) begin(ctx context.Context, service string, clock abi.Clock, heard func(guest.Line)) (Invocation, error) {
	inv, err := p.Modules.Begin(ctx, service, clock)
	if err != nil || heard == nil {
		return inv, err
	}
	log, keeps := inv.(logged)
	if !keeps {
		return inv, nil
	}
	return &overheard{Invocation: inv, log: log, heard: heard}, nil
}

// logged is an invocation that keeps what the plugin logs; the sandbox's does.
type logged interface {
	Log() []guest.Line
}

// overheard passes on what a plugin logged in each of its calls.
type overheard struct {
	Invocation
	log   logged
	heard func(guest.Line)
	told  int
}

// Call is the invocation's, with the log after it: a call that failed may have
// said why.
func (o *overheard) Call(ctx context.Context, export string, in []byte) ([]byte, error) {
	out, err := o.Invocation.Call(ctx, export, in)
	for _, line := range o.log.Log()[o.told:] {
		switch o.told++; {
		case o.told <= maxHeard:
			line.Text = text.Cut(line.Text, maxLine)
			o.heard(line)
		case o.told == maxHeard+1:
			o.heard(guest.Line{Level: guest.LevelWarn, Text: fmt.Sprintf("(the log goes on; a call passes on %d lines of it)", maxHeard)})
		}
	}
	return out, err
}
