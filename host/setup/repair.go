package setup

import (
	"context"

	"github.com/wslite/wslite/host/fault"
)

// Prompter asks a person a yes-or-no question.
type Prompter interface {
	Confirm(ctx context.Context, question string) (bool, error)
}

// Repair is how far findings may be set right.
type Repair struct {
	World
	// Yes agrees to every finding that repair can set right. It never agrees
	// to replace a token that is in use.
	Yes bool
	// DryRun changes nothing and asks nothing.
	DryRun bool
	// Prompter is nil where there is no terminal.
	Prompter Prompter
}

// Apply sets right what is agreed to, one finding after the other, and notes
// in each what became of it. The error is one that ends the run: an interrupt
// or a terminal that can't be read.
func (r Repair) Apply(ctx context.Context, found []*Finding) error {
	for _, f := range found {
		if f.apply == nil || r.DryRun {
			continue
		}
		agreed, err := r.agreed(ctx, f)
		if err != nil {
			return err
		}
		if !agreed {
			f.Outcome = "not agreed to; nothing was changed"
			if r.Prompter == nil {
				f.Outcome = "there is no terminal to ask at; --yes agrees to it"
			}
			continue
		}
		if err := interrupted(ctx); err != nil {
			return err
		}
		outcome, err := f.apply(ctx, r)
		if fault.CodeOf(err) == fault.Interrupted && err != nil {
			return err
		}
		if err != nil {
			f.Outcome = messageOf(err)
			continue
		}
		f.Applied, f.Outcome = true, outcome
	}
	return nil
}

func (r Repair) agreed(ctx context.Context, f *Finding) (bool, error) {
	if r.Yes {
		return true, nil
	}
	if r.Prompter == nil {
		return false, nil
	}
	return r.Prompter.Confirm(ctx, f.Summary+".\nTo repair it: "+f.Proposal+".\nDo it?")
}

// Done says whether nothing is left to do.
func Done(found []*Finding) bool {
	for _, f := range found {
		if !f.Applied {
			return false
		}
	}
	return true
}
