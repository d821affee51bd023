package cli

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/output"
	"github.com/wslite/wslite/host/text"
)

// auditColumns are the members of an entry, in the order in which people read
// them.
var auditColumns = []string{
	"seq", "time", "event", "service", "tool", "action", "class", "status", "code", "decision", "reasons", "confirm",
	"actor", "frontEnd", "profile", "backend", "tenant", "account", "draft", "revision", "claim", "attempt", "digest",
	"routes", "durationMs", "sentBytes", "answerBytes", "file", "line", "prev", "hash",
}

// auditExport are the options of one export.
type auditExport struct {
	filter             auditFilter
	format, outputPath string
	force              bool
}

func (a *App) auditExportCommand() *cobra.Command {
	var o auditExport
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the entries as JSON Lines or CSV, the oldest first",
		Long: `Write the entries of the log for other programs. A cell of CSV that a spreadsheet
would take for a formula gets a ' before it.

A file that is written is yours alone to read. One that exists is left as it is
unless --force is given.

Exit codes: 0 written, 1 the log can't be read or is damaged, or the file can't be
written, 4 usage.`,
		Example: "  wslite audit export --since 2026-11-01 --output november.jsonl\n  wslite audit export --format csv --class send",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.auditExport(cmd, o) },
	}
	o.filter.register(cmd)
	cmd.Flags().StringVar(&o.format, "format", "jsonl", "write jsonl or csv, as this `FORMAT` says")
	fixedWords(cmd, "format", []string{"jsonl", "csv"})
	cmd.Flags().StringVarP(&o.outputPath, "output", "o", "", "write to the file `PATH` instead of stdout")
	cmd.Flags().BoolVar(&o.force, "force", false, "let --output replace a file")
	return cmd
}

func (a *App) auditExport(cmd *cobra.Command, o auditExport) error {
	switch {
	case o.format != "jsonl" && o.format != "csv":
		return fault.New(fault.Usage, "--format is jsonl or csv, not %q", text.Line(o.format)).WithField("format")
	case cmd.Flags().Changed("output") && o.outputPath == "":
		return fault.New(fault.Usage, "--output names nothing").WithHint("give it a path, or leave it out")
	case o.force && o.outputPath == "":
		return fault.New(fault.Usage, "--force has no effect without --output PATH")
	case a.globals.JSON && o.outputPath == "":
		return fault.New(fault.Usage, "--json has no effect on an export to stdout, which is not one document").
			WithHint("wslite audit list --json gives one; --format says how lines are written")
	}
	filter, err := o.filter.read(a.zoned())
	if err != nil {
		return err
	}
	dir, err := a.auditDir(cmd)
	if err != nil {
		return err
	}
	var count, damaged int
	write := func(w io.Writer) error {
		count, damaged, err = writeAudit(cmd, w, o.format, dir, filter)
		return err
	}
	if o.outputPath == "" {
		err = write(a.Out)
	} else {
		err = newFile(o.outputPath, o.force, write)
	}
	if err != nil {
		return err
	}
	if damaged > 0 {
		return fault.New(fault.Client, "%d lines of the log are damaged; the export holds the other %d", damaged, count).
			WithHint("wslite audit verify tells which")
	}
	return a.auditExported(o.outputPath, count)
}

func (a *App) auditExported(path string, count int) error {
	switch {
	case path == "":
		return nil
	case a.globals.JSON:
		var doc object
		doc.add("ok", true)
		doc.add("path", path)
		doc.add("entries", count)
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	_, err := fmt.Fprintf(a.Out, "wrote %d entries to %s\n", count, text.Line(path))
	return err
}

func writeAudit(cmd *cobra.Command, w io.Writer, format, dir string, f audit.Filter) (count, damaged int, err error) {
	buffered := bufio.NewWriter(w)
	put := jsonLines(buffered)
	if format == "csv" {
		if put, err = csvLines(buffered); err != nil {
			return 0, 0, err
		}
	}
	damaged, err = auditEntries(dir, f, func(e audit.Entry) (bool, error) {
		count++
		if err := put(e); err != nil {
			return false, err
		}
		return true, cmd.Context().Err()
	})
	return count, damaged, firstError(err, buffered.Flush())
}

func jsonLines(w io.Writer) func(audit.Entry) error {
	return func(e audit.Entry) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return err
		}
		_, err = w.Write(append(text.EscapeJSON(raw), '\n'))
		return err
	}
}

func csvLines(w io.Writer) (func(audit.Entry) error, error) {
	out := csv.NewWriter(w)
	if err := out.Write(auditColumns); err != nil {
		return nil, err
	}
	return func(e audit.Entry) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return err
		}
		doc, err := output.Document(raw)
		if err != nil {
			return err
		}
		var row []string
		for _, c := range auditColumns {
			row = append(row, defused(cell(output.At(doc, c))))
		}
		if err := out.Write(row); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	}, nil
}

// defused keeps a spreadsheet from taking a cell for a formula. An entry's members
// are names and numbers, so that nothing is lost by it, as a number below zero
// would be.
func defused(s string) string {
	if s != "" && strings.ContainsAny(s[:1], "=+-@\t\r") {
		return "'" + s
	}
	return s
}

// newFile writes a file that is the user's alone. It is there whole or not at
// all, and without force it replaces none, also not one that comes meanwhile.
func newFile(path string, force bool, write func(io.Writer) error) error {
	done := false
	if !force {
		// An empty file takes the place, so that nobody else can.
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return fault.New(fault.Conflict, "%q exists already and was left as it is", path).
				WithHint("name another path, or replace it with --force")
		}
		if err != nil {
			return cantWrite(path, err)
		}
		f.Close()
		defer func() {
			if !done {
				os.Remove(path)
			}
		}()
	} else if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		return fault.New(fault.Usage, "%q is not a regular file; nothing is put in its place", path).WithHint("name another path")
	}
	// CreateTemp makes the file with mode 0600.
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.new")
	if err != nil {
		return cantWrite(path, err)
	}
	defer os.Remove(f.Name())
	err = write(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return cantWrite(path, err)
	}
	done = true
	return nil
}

func cantWrite(path string, err error) error {
	if fault.Of(err) != nil {
		return err
	}
	reason := err
	if inner := errors.Unwrap(err); inner != nil {
		reason = inner
	}
	return fault.Wrap(err, fault.Client, "%q can't be written: %s", path, text.Line(reason.Error())).WithHint("name another path, or make room")
}
