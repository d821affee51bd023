package cli

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

func (a *App) auditVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Check that nobody edited, dropped or moved a line of the log",
		Long: `Check every line of the log: its hash, its place in the chain, and that the end is
the one that was written. What is wrong is told with its file and line:

  edited         a line, or the one before it, is not what was written
  dropped        lines are missing before this one
  reordered      a line or a file stands in the wrong place, or twice
  torn           the last write was cut short, and no other followed yet
  missing_file   a file of the log is not there
  truncated_end  lines are missing at the end, or nothing tells whether they are
  loose_mode     other users may read or change it

The chain has no secret: whoever may write all of the files can make a new log that
is whole. The last hash, kept elsewhere, shows that, too: it must be that of the
same line later (wslite audit show).

Exit codes: 0 the log is whole, 1 it is not, or it can't be read, 4 usage.`,
		Example: "  wslite audit verify\n  wslite audit verify --json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.auditVerify(cmd) },
	}
}

func (a *App) auditVerify(cmd *cobra.Command) error {
	dir, err := a.auditDir(cmd)
	if err != nil {
		return err
	}
	rep, err := audit.Verify(dir)
	if err != nil {
		return err
	}
	exit := fault.ExitOK
	if len(rep.Findings) > 0 {
		exit = fault.ExitFailure
	}
	if a.globals.JSON {
		var doc object
		doc.add("ok", exit == fault.ExitOK)
		doc.add("dir", dir)
		doc.add("report", rep)
		doc.add("exitCode", exit)
		return firstError(writeJSON(a.Out, doc), exitWith(exit))
	}
	return firstError(a.auditReport(dir, rep), exitWith(exit))
}

func (a *App) auditReport(dir string, rep audit.Report) error {
	if len(rep.Findings) == 0 {
		words := "nothing was logged yet in " + text.Line(dir)
		if rep.Lines > 0 {
			words = fmt.Sprintf("the audit log is whole: %s in %s of %s\nlast line %d %s",
				counted(rep.Lines, "line"), counted(rep.Files, "file"), text.Line(dir), rep.LastSeq, rep.LastHash)
		}
		if _, err := fmt.Fprintln(a.Out, words); err != nil {
			return err
		}
	} else {
		w := a.newTable()
		w.AppendHeader(table.Row{a.bold("FILE"), a.bold("LINE"), a.bold("WHAT"), a.bold("FINDING")})
		for _, f := range rep.Findings {
			line := "-"
			if f.Line > 0 {
				line = fmt.Sprint(f.Line)
			}
			w.AppendRow(table.Row{text.Line(f.File), line, f.What, text.Line(f.Message)})
		}
		words := fmt.Sprintf("%s\nthe audit log is not whole: %s in %s and %s of %s",
			trimLines(w.Render()), counted(len(rep.Findings), "finding"), counted(rep.Lines, "line"), counted(rep.Files, "file"), text.Line(dir))
		if rep.More {
			words += "; there are others"
		}
		if _, err := fmt.Fprintln(a.Out, words); err != nil {
			return err
		}
	}
	for _, n := range rep.Notes {
		a.note("%s line %d: %s", n.File, n.Line, n.Message)
	}
	return nil
}
