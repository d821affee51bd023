package confirm

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// The causes of a CONFIRMATION_REQUIRED.
var (
	ErrNoTerminal = errors.New("no terminal to ask at")
	ErrRefused    = errors.New("the answer was no")
)

// ask puts one question about all open parts.
func ask(ctx context.Context, r Request, open []item) error {
	yes, err := r.Prompter.Confirm(ctx, question(r, open))
	switch {
	case fault.Of(err) != nil:
		return err
	case err != nil:
		return fault.Wrap(err, fault.ConfirmationRequired, "the answer to the question could not be read; nothing was sent")
	case !yes:
		return fault.Wrap(ErrRefused, fault.ConfirmationRequired, "the answer was no; nothing was sent")
	}
	return nil
}

// question is what a person reads. It holds service, action and class, for a
// batch the index, and never a parameter: those are often someone else's text,
// and could look like a part of the question.
func question(r Request, open []item) string {
	if open[0].index == "" {
		return fmt.Sprintf("%s: run %s? Its class is %s.", word(r.Service), word(r.Action), open[0].class)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: run a batch with %s to confirm?\n", word(r.Service), count(len(open)))
	for _, it := range open {
		fmt.Fprintf(&b, "  operation %s: %s (%s)\n", it.index, word(it.action), it.class)
	}
	b.WriteString("Run all?")
	return b.String()
}

// sentence names the open parts in one line, for errors.
func sentence(r Request, open []item) string {
	if open[0].index == "" {
		return fmt.Sprintf("%s %s is %s: it", word(r.Service), word(r.Action), open[0].class)
	}
	const shown = 20
	var parts []string
	for i, it := range open {
		if i == shown {
			parts = append(parts, fmt.Sprintf("and %d more", len(open)-shown))
			break
		}
		parts = append(parts, fmt.Sprintf("operation %s %s (%s)", it.index, word(it.action), it.class))
	}
	return fmt.Sprintf("the %s batch with %s (%s)", word(r.Service), count(len(open)), strings.Join(parts, ", "))
}

func count(n int) string {
	if n == 1 {
		return "1 operation"
	}
	return fmt.Sprintf("%d operations", n)
}

// word shows a name that may come from the outside: as it is where it is a
// plain word, else quoted and cut, so that it can't pass for our own text.
func word(name string) string {
	plain := name != "" && len(name) <= 64 && strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.')
	}) < 0
	if plain {
		return name
	}
	return fmt.Sprintf("%.40q", name)
}
