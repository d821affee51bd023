package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// auditListed is how many entries a list shows unless told otherwise.
const auditListed = 50

func (a *App) auditListCommand() *cobra.Command {
	var f auditFilter
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the newest entries, the newest last",
		Long: `List entries of the audit log. Each call that changes something has an attempt,
written before anything was sent, and an outcome. An attempt without an outcome was
interrupted: wslite outcomes list says what is unknown.

Exit codes: 0 listed, whatever is in the list, 1 the log can't be read, 4 usage.`,
		Example: "  wslite audit list --since 7d --class send\n  wslite audit list --event refused --json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.auditList(cmd, f, limit) },
	}
	f.register(cmd)
	cmd.Flags().IntVar(&limit, "limit", auditListed, "list the newest `N` at most")
	return cmd
}

func (a *App) auditList(cmd *cobra.Command, f auditFilter, limit int) error {
	if limit < 1 {
		return fault.New(fault.Usage, "--limit takes a whole number above zero").WithField("limit")
	}
	filter, err := f.read(a.zoned())
	if err != nil {
		return err
	}
	dir, err := a.auditDir(cmd)
	if err != nil {
		return err
	}
	filter.Newest = true
	found, older := []audit.Entry{}, false
	damaged, err := auditEntries(dir, filter, func(e audit.Entry) (bool, error) {
		if older = len(found) == limit; !older {
			found = append(found, e)
		}
		return !older, cmd.Context().Err()
	})
	if err != nil {
		return err
	}
	slices.Reverse(found)
	if a.globals.JSON {
		var doc object
		doc.add("ok", true)
		doc.add("dir", dir)
		doc.add("entries", found)
		doc.add("more", older)
		doc.add("damaged", damaged)
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	a.noteDamaged(damaged)
	if len(found) == 0 {
		a.note("no entry fits")
		return nil
	}
	if older {
		a.note("older entries are not shown; --limit %d shows more", 4*limit)
	}
	return a.auditTable(found)
}

func (a *App) auditTable(list []audit.Entry) error {
	w := a.newTable()
	head := table.Row{}
	for _, h := range []string{"SEQ", "TIME", "EVENT", "CALL", "CLASS", "STATUS", "ACTOR", "WHY"} {
		head = append(head, a.bold(h))
	}
	w.AppendHeader(head)
	for _, e := range list {
		w.AppendRow(table.Row{
			e.Seq, e.Time.In(a.zone()).Format(time.DateTime), text.Line(e.Event), text.Line(auditCall(e)), text.Line(e.Class),
			text.Line(e.Status), text.Cut(text.Line(e.Actor), cellsOfActor), text.Line(auditWhy(e)),
		})
	}
	_, err := fmt.Fprintln(a.Out, trimLines(w.Render()))
	return err
}

// cellsOfActor bounds a name in a table.
const cellsOfActor = 30

// auditCall names the tool; a raw call has none.
func auditCall(e audit.Entry) string {
	switch {
	case e.Tool != "":
		return e.Tool
	case e.Action != "":
		return e.Service + "." + e.Action
	}
	return e.Service
}

// auditWhy is what stood against a call, or where the yes came from.
func auditWhy(e audit.Entry) string {
	var parts []string
	if e.Code != "" {
		parts = append(parts, e.Code)
	}
	parts = append(parts, e.Reasons...)
	if e.Draft != "" {
		parts = append(parts, e.Draft)
	}
	return strings.Join(parts, " ")
}
