package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/output"
	"github.com/wslite/wslite/host/text"
)

func (a *App) auditShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show SEQ|HASH",
		Short: "Show one entry, and those of the same call or draft",
		Long: `Show all of one entry, by its number or the beginning of its hash (six characters
or more), and list the entries that belong to the same call or the same draft.

Exit codes: 0 shown, 1 there is no such entry, 4 usage.`,
		Example: "  wslite audit show 42\n  wslite audit show 9f3ac1",
		Args:    exactArgs(1, "the number of an entry, or the beginning of its hash"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.auditShow(cmd, args[0]) },
	}
}

func (a *App) auditShow(cmd *cobra.Command, word string) error {
	matches, err := auditWord(word)
	if err != nil {
		return err
	}
	dir, err := a.auditDir(cmd)
	if err != nil {
		return err
	}
	var found []audit.Entry
	damaged, err := auditEntries(dir, audit.Filter{}, func(e audit.Entry) (bool, error) {
		if matches(e) {
			found = append(found, e)
		}
		return len(found) < 2, cmd.Context().Err()
	})
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		a.noteDamaged(damaged)
		return fault.New(fault.NotFound, "the audit log has no entry %q", text.Line(word)).
			WithHint("wslite audit list shows the numbers; the first line of each file and damaged lines are no entries")
	case len(found) > 1:
		return fault.New(fault.Usage, "%q is the beginning of more than one entry: %d and %d", text.Line(word), found[0].Seq, found[1].Seq).
			WithHint("write more of it, or the number")
	}
	e := found[0]
	related, err := a.auditRelated(cmd, dir, e)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var doc object
		doc.add("ok", true)
		doc.add("entry", e)
		doc.add("related", related)
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	if err := a.auditEntry(e); err != nil || len(related) == 0 {
		return err
	}
	if _, err := fmt.Fprintln(a.Out, "\nof the same call or draft:"); err != nil {
		return err
	}
	return a.auditTable(related)
}

// leastHash is how much of a hash names an entry.
const leastHash = 6

// auditWord reads the number of an entry, or the beginning of its hash.
func auditWord(word string) (func(audit.Entry) bool, error) {
	hash, named := strings.CutPrefix(word, "sha256:")
	if n, err := strconv.ParseInt(word, 10, 64); err == nil && !named {
		return func(e audit.Entry) bool { return e.Seq == n }, nil
	}
	if len(hash) < leastHash || strings.Trim(hash, "0123456789abcdef") != "" {
		return nil, fault.New(fault.Usage, "%q is neither the number of an entry nor the beginning of a hash", text.Line(word)).
			WithHint("wslite audit list shows the numbers; of a hash at least %d characters count", leastHash)
	}
	return func(e audit.Entry) bool { return strings.HasPrefix(e.Hash, "sha256:"+hash) }, nil
}

// auditRelated are the other entries of the same claim or draft.
func (a *App) auditRelated(cmd *cobra.Command, dir string, of audit.Entry) ([]audit.Entry, error) {
	related := []audit.Entry{}
	if of.Claim == "" && of.Draft == "" {
		return related, nil
	}
	_, err := auditEntries(dir, audit.Filter{}, func(e audit.Entry) (bool, error) {
		same := of.Claim != "" && e.Claim == of.Claim || of.Draft != "" && e.Draft == of.Draft
		if same && e.Seq != of.Seq {
			related = append(related, e)
		}
		return true, cmd.Context().Err()
	})
	return related, err
}

// auditEntry prints the members that are there, in the order of the columns of
// an export.
func (a *App) auditEntry(e audit.Entry) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	doc, err := output.Document(raw)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, c := range auditColumns {
		v := cell(output.At(doc, c))
		if c == "time" {
			v = e.Time.In(a.zone()).Format(time.RFC3339Nano)
		}
		if v != "" {
			fmt.Fprintf(&b, "%-12s %s\n", c, v)
		}
	}
	_, err = fmt.Fprint(a.Out, b.String())
	return err
}
