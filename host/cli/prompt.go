package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// terminalPrompter asks a yes-or-no question on stderr and reads one line of
// stdin. Only y and yes, in any case, are a yes.
type terminalPrompter struct {
	in  io.Reader
	out io.Writer
}

// Confirm prints the question and waits for the answer or for ctx.
func (p terminalPrompter) Confirm(ctx context.Context, question string) (bool, error) {
	fmt.Fprintf(p.out, "%s [y/N] ", text.Clean(question))
	type answer struct {
		line string
		err  error
	}
	// The read can't be cancelled; on an interrupt the process ends with it.
	got := make(chan answer, 1)
	go func() {
		line, err := bufio.NewReader(p.in).ReadString('\n')
		got <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(p.out)
		return false, fault.New(fault.Interrupted, "interrupted at the question; nothing was done")
	case a := <-got:
		if a.err != nil && a.err != io.EOF {
			return false, fault.Wrap(a.err, fault.ConfirmationRequired, "the answer could not be read from the terminal")
		}
		switch strings.ToLower(strings.TrimSpace(a.line)) {
		case "y", "yes":
			return true, nil
		}
		return false, nil
	}
}
