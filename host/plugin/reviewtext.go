package plugin

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// String is the review as a person reads it.
func (r Review) String() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	line("Plugin %s: %s %s by %s", r.Service, orNone(r.Title), orNone(r.Version), orNone(r.Provider))
	line("  file      %q, %d bytes", r.File, r.Size)
	line("  original  sha256 %s", r.OriginalDigest)
	line("  metered   sha256 %s", r.Digest)
	line("  catalog   sha256 %s", r.CatalogDigest)
	line("  limits    %d MiB of memory, plugin ABI %d", r.MemoryMiB, r.ABI)
	for i, group := range byModule(r.Imports) {
		line("  %-9s %s", []string{"imports", ""}[min(i, 1)], group)
	}

	line("\nHosts that it may send to, without a token of any service:")
	for _, h := range r.Hosts {
		line("  %s", h)
	}
	if len(r.Hosts) == 0 {
		line("  none: it can only compute")
	}

	line("\nActions, by class (send, share and destructive ask before each call):")
	for _, a := range r.Actions {
		head := fmt.Sprintf("  %-11s %s", a.Class, a.Action)
		if a.Note != "" {
			head += " (" + a.Note + ")"
		}
		line("%s", head)
		for _, rt := range a.Routes {
			line("              %s", rt)
		}
	}

	line("\nTools, in the plugin's own words:")
	for _, t := range r.Tools {
		line("  %s (%s)", t.Name, strings.Join(t.Actions, ", "))
		for _, l := range wrapped(orNone(t.Description)) {
			line("      %s", l)
		}
	}

	switch {
	case r.Known && len(r.Changes) == 0:
		line("\nNothing in its catalog differs from the plugin that is added now.")
	case r.Known:
		line("\nChanges to the plugin that is added now:")
		line("%s", r.Changes.indent())
	}
	return b.String()
}

// byModule writes imports ("module name", sorted) as one text per module.
func byModule(imports []string) []string {
	var out []string
	last := ""
	for _, i := range imports {
		module, name, _ := strings.Cut(i, " ")
		if len(out) == 0 || module != last {
			out, last = append(out, module+": "+name), module
			continue
		}
		out[len(out)-1] += ", " + name
	}
	return out
}

// wrapped breaks a text into lines that fit a terminal of 80 columns behind
// their indent, so that none of its words stand where our lines begin.
func wrapped(s string) (lines []string) {
	const width = 70
	line := ""
	for _, word := range strings.Fields(s) {
		for text.Width(word) > width {
			head := strings.TrimSuffix(text.Cut(word, width), "…")
			if line != "" {
				lines, line = append(lines, line), ""
			}
			lines, word = append(lines, head), word[len(head):]
		}
		switch {
		case line == "":
			line = word
		case text.Width(line)+1+text.Width(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
