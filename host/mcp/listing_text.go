package mcp

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Lengths of the short list, in characters.
const (
	// shortTool is how long a tool's text may be. Its first sentence stays whatever
	// its length; what it lists behind a colon goes where it is longer than this.
	shortTool = 105
	// shortArg is how long an argument's text may be before it is cut where that
	// does no harm.
	shortArg = 56
)

var (
	sentenceEnd = regexp.MustCompile(`[.!?]["')]? (\p{Lu}|")`)
	// toolName finds the name of a tool in a text.
	toolName = regexp.MustCompile(`\b[a-z0-9]+(_[a-z0-9]+)+\b`)
	// returns is what an answer shows by itself.
	returns = regexp.MustCompile(`,? and returns [^.;]*`)
	// idFrom tells where an id comes from, which its name says too.
	idFrom  = regexp.MustCompile(`(?i)^(the|which)? ?[^:.]*: (an? [a-zA-Z]*id|its index|the part|the id)\b[^,.;]*(, between [^.]*)?`)
	aside   = regexp.MustCompile(`; [^A-Z]*$|, (which|if|but|so|as it|after|itself|together) `)
	example = regexp.MustCompile(`\bas [^ ]*[^a-z ]`)
	// bound is a length that the host checks.
	bound   = regexp.MustCompile(`(, up|, at most|\. Up) to [0-9,  ]+ characters`)
	bracket = regexp.MustCompile(` \([^()0-9]*\)`)
	idOf    = regexp.MustCompile(`(?i)^(the|which) [^:.]*\bid\b[^.;]*`)
)

// sentences splits a text behind its full stops.
func sentences(s string) (out []string) {
	for {
		at := sentenceEnd.FindStringIndex(s)
		if at == nil {
			break
		}
		end := at[0] + strings.IndexByte(s[at[0]:at[1]], ' ')
		out, s = append(out, s[:end]), s[end+1:]
	}
	if s = strings.TrimSpace(s); s != "" {
		out = append(out, s)
	}
	return out
}

// said is what a list says by itself, or what the server says once for all
// tools: it is no sentence of a short text.
func said(sentence string) bool {
	for _, known := range []string{"nextPageToken", "Needs confirmation", "need confirmation", "Start here", "Returns ", "Use it to ", "Prefer it "} {
		if strings.Contains(sentence, known) {
			return true
		}
	}
	return false
}

// shortDescription is a tool's text: the first sentence, and behind it what keeps
// a call from going wrong, as long as there is room. What is said of proxies
// counts only where one does the work.
func shortDescription(s string, proxied bool) string {
	all := sentences(s)
	if len(all) == 0 {
		return ""
	}
	out := returns.ReplaceAllString(all[0], "")
	if at := strings.Index(out, ": "); at > 0 && len(out) > shortTool {
		out = out[:at] + "."
	}
	for _, next := range all[1:] {
		if said(next) || !proxied && aboutProxy(next) || toolName.MatchString(next) || len(out)+1+len(next) > shortTool {
			continue
		}
		out += " " + next
	}
	return out
}

func aboutProxy(s string) bool { return strings.Contains(s, "proxy") || strings.Contains(s, "Proxies") }

// fact finds what nobody can guess: a form, a number, a constant, a name, an
// exception.
var fact = regexp.MustCompile(`\d|[A-Z]{2}|["#@_]|(?i)\b(not|must|can't|left out|without|at most|commas|empty|case)\b|\bas [^ ]*[^a-z ]`)

// shortHint is the text of a tool's argument: what neither names nor types say.
// Of an argument that may be left out only facts are told; of another also what
// takes more than a few words to say. "" is nothing to say.
func shortHint(tool, name, s string, required, proxied bool) string {
	var out string
	for i, next := range sentences(s) {
		if !proxied && aboutProxy(next) {
			continue
		}
		if next = bound.ReplaceAllString(next, ""); i == 0 {
			next = first(tool, name, next)
		}
		next = strings.TrimSuffix(next, ".")
		switch {
		case next == "":
		case out == "":
			out = clause(next)
		case len(out)+2+len(next) <= room(required):
			out += ". " + next
		}
	}
	if !fact.MatchString(out) && (!required || len(out) < shortArg*2/3) {
		return ""
	}
	return out
}

// first is the first sentence of an argument's text without what the name says.
func first(tool, name, s string) string {
	if strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "Ids") {
		s = idOf.ReplaceAllString(idFrom.ReplaceAllString(s, ""), "")
		if s = strings.TrimLeft(s, ", ;"); strings.HasPrefix(s, "or ") {
			return "An id, " + s
		}
	}
	if evident(tool+" "+name, s) {
		return ""
	}
	return s
}

// room is how long an argument's text may become by a further sentence: one that
// has to be given is worth more.
func room(required bool) int {
	if required {
		return 2 * shortArg
	}
	return shortArg
}

// clause leaves out of a long sentence what stands in brackets and behind a
// semicolon or a relative clause. It never cuts a list or an example, which
// would say something wrong.
func clause(s string) string {
	if len(s) <= shortArg {
		return s
	}
	if s = bracket.ReplaceAllString(s, ""); len(s) <= shortArg {
		return s
	}
	if at := aside.FindStringIndex(s); at != nil {
		return s[:at[0]]
	}
	return s
}

// plain words say nothing about an argument that its name and type leave open.
var plain = strings.Fields(`a an the of to for in on it its it's is be as and or that this which with by from at
	true false not only no one all new text name words title address id what how when where who new they them
	makes make shows show adds add leaves return returns removes put give set its user's user your their
	characters up most many least answer before finds list lists let lets people account`)

// evident says whether the words of a text are those of the name, or say
// nothing.
func evident(name, s string) bool {
	known := words(name)
	for _, w := range words(s) {
		if slices.Contains(plain, w) || w[0] >= '0' && w[0] <= '9' || slices.ContainsFunc(known, func(k string) bool { return alike(k, w) }) {
			continue
		}
		return false
	}
	return true
}

// alike compares two words by their beginning: "include" and "includes" are one.
func alike(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 4 || n == len(a) && n == len(b)
}

// words splits text and names such as maxResults into words of small letters.
func words(s string) []string {
	var b strings.Builder
	small := false
	for _, r := range s {
		if unicode.IsUpper(r) && small {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}
