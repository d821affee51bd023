package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// importOptions say where things go.
type importOptions struct {
	as       string
	labels   []string
	calendar string
	folder   string
}

// Where things go unless somebody says otherwise.
const (
	defaultCalendar = "primary"
	defaultFolder   = "root"
)

// What can be imported.
const (
	asMail     = "mail"
	asCalendar = "calendar"
	asFiles    = "files"
)

func (a *App) localImportCommand() *cobra.Command {
	o := importOptions{calendar: defaultCalendar, folder: defaultFolder}
	cmd := &cobra.Command{
		Use:   "import <path>...",
		Short: "Fill the workspace with mails, calendars and files",
		Long: `Fill the local workspace with what is there already:
  .mbox or .eml, or a directory of .eml files   into Gmail
  .ics                                          into a calendar
  any other file or directory                   into Drive
An .mbox may be a directory, as Apple Mail exports it. Thunderbird's mailboxes
have no ending: --as mail says what they are. Mails whose Message-ID is there
already and events that have not changed are passed over, so an import may be
repeated.`,
		Example: "  wslite local import takeout.mbox calendar.ics ~/Documents/plans\n" +
			"  wslite local import --as files letters/\n" +
			"  wslite local import --as mail ~/.thunderbird/abc.default/Mail/Local\\ Folders/Inbox",
		RunE: func(cmd *cobra.Command, paths []string) error {
			if len(paths) == 0 {
				return fault.New(fault.Usage, "local import needs at least one path").WithHint("wslite local import --help lists what it reads")
			}
			if o.as != "" && !slices.Contains([]string{asMail, asCalendar, asFiles}, o.as) {
				return fault.New(fault.Usage, "--as takes %s, %s or %s, not %q", asMail, asCalendar, asFiles, text.Line(o.as))
			}
			return a.localImport(cmd.Context(), paths, o)
		},
	}
	cmd.Flags().StringVar(&o.as, "as", "", "read the paths as `KIND`: mail, calendar or files, whatever they look like")
	cmd.Flags().StringSliceVar(&o.labels, "label", nil, "give each mail this `LABEL`; Inbox where the mail brings none")
	cmd.Flags().StringVar(&o.calendar, "calendar", o.calendar, "the `ID` of the calendar for .ics files")
	cmd.Flags().StringVar(&o.folder, "folder", o.folder, "the `ID` of the Drive folder for files")
	return cmd
}

// importReport is what became of one path.
type importReport struct {
	path, kind string
	counts     object
	skipped    []string
	emlx       int // files of that form among those for Drive
}

// localImport imports path after path. The first that fails ends it; what was
// imported before it stays and is told.
func (a *App) localImport(ctx context.Context, paths []string, o importOptions) error {
	// All paths are looked at before anything is read: a slip in the last one
	// should not leave half of them imported.
	kinds := make([]string, len(paths))
	for i, path := range paths {
		kind, err := kindOf(path)
		if err != nil {
			return err
		}
		if o.as != "" {
			kind = o.as
		}
		kinds[i] = kind
	}
	ws, err := a.localWS()
	if err != nil {
		return err
	}
	var reports []importReport
	for i, path := range paths {
		in := importer{ws: ws, options: o, report: importReport{path: path, kind: kinds[i]}}
		in.meter = a.importMeter(path)
		err = in.run(ctx)
		in.meter.end()
		reports = append(reports, in.report)
		if n := in.report.emlx; n > 0 {
			a.note("%s: %s in Apple Mail's own form (.emlx) went into Drive, since it is not read as mail; export the mailbox in Apple Mail and import the .mbox",
				text.Line(path), counted(n, "file"))
		}
		if err != nil {
			err = importFault(ctx, path, o, err)
			break
		}
	}
	if printErr := a.printImports(reports, err); printErr != nil {
		return printErr
	}
	return err
}

// kindOf tells by its name, and for a directory by what lies in it, what a path
// holds.
func kindOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Usage, "%q can't be read: %s", text.Line(path), plainCause(err))
	}
	if !info.IsDir() {
		switch strings.ToLower(filepath.Ext(path)) {
		case ".mbox", ".eml":
			return asMail, nil
		case ".ics":
			return asCalendar, nil
		}
		return asFiles, nil
	}
	if isAppleMailbox(path) {
		return asMail, nil
	}
	mails, others := 0, 0
	err = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if strings.EqualFold(filepath.Ext(d.Name()), ".eml") {
				mails++
			} else {
				others++
			}
		}
		if others > 0 {
			return fs.SkipAll
		}
		return nil // a directory that can't be read is told when it is imported
	})
	if err == nil && mails > 0 && others == 0 {
		return asMail, nil
	}
	return asFiles, nil
}

func plainCause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return text.Line(err.Error())
}

// importFault words a failure with the path that it is about.
func importFault(ctx context.Context, path string, o importOptions, err error) error {
	if ctx.Err() != nil {
		return fault.New(fault.Interrupted, "interrupted while %q was imported; what was imported stays", text.Line(path))
	}
	var missing *gapi.Error
	switch {
	case !errors.As(err, &missing) || missing.HTTP != http.StatusNotFound:
	case o.calendar != defaultCalendar && strings.Contains(missing.Message, "Not Found"):
		return fault.New(fault.NotFound, "the local workspace has no calendar %q", text.Line(o.calendar)).
			WithHint("wslite --local calendar list-calendars shows the ids")
	case o.folder != defaultFolder:
		return fault.New(fault.NotFound, "the local workspace has no folder %q", text.Line(o.folder)).
			WithHint("wslite --local drive list-folders shows the ids")
	}
	if f := fault.Of(err); f != nil {
		return f
	}
	return fault.Wrap(err, fault.Client, "%q could not be imported: %s", text.Line(path), plainCause(err))
}

func (a *App) printImports(reports []importReport, failed error) error {
	if a.globals.JSON {
		if failed != nil {
			return nil // the failure is the document
		}
		list := []any{}
		for _, r := range reports {
			var o object
			o.add("path", r.path)
			o.add("kind", r.kind)
			o = append(o, r.counts...)
			skipped := r.skipped
			if skipped == nil {
				skipped = []string{}
			}
			o.add("skipped", skipped)
			list = append(list, o)
		}
		return writeJSON(a.Out, object{{"ok", true}, {"imports", list}})
	}
	for _, r := range reports {
		if len(r.skipped) > 0 {
			r.counts = append(r.counts, field{"skipped", len(r.skipped)})
		}
		var words []string
		for _, c := range r.counts {
			key := c.key
			if fmt.Sprint(c.value) == "1" {
				key = strings.TrimSuffix(key, "s")
			}
			words = append(words, fmt.Sprint(c.value, " ", key))
		}
		if _, err := fmt.Fprintf(a.Out, "%s (%s): %s\n", text.Line(r.path), r.kind, strings.Join(words, ", ")); err != nil {
			return err
		}
		for _, s := range r.skipped {
			a.note("skipped: %s", s)
		}
	}
	return nil
}
