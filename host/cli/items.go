package cli

import (
	"fmt"

	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/host/text"
)

// printItems shows what a plugin has beside its text: texts as they are, and of
// pictures, sounds and embedded resources what they are. A terminal shows no more
// of them; agents get them whole.
func (a *App) printItems(items []guest.Item) {
	for _, i := range items {
		what := i.MimeType
		if i.URI != "" {
			what = text.Line(i.URI) + ", " + what
		}
		switch {
		case i.Text != "":
			if i.URI != "" {
				fmt.Fprintf(a.Out, "[%s]\n", what)
			}
			fmt.Fprintln(a.Out, text.Clean(i.Text))
		default:
			fmt.Fprintf(a.Out, "[%s, %s]\n", what, size.Text(float64(len(i.Data))))
		}
	}
}

// heard is what hears the log of a plugin; nil unless --verbose asks for it.
func (a *App) heard(service string) func(guest.Line) {
	if !a.globals.Verbose {
		return nil
	}
	return func(l guest.Line) { a.tell("plugin %s: %s: %s", service, l.Level, l.Text) }
}
