package setup

import (
	"regexp"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/fault"
)

// EnvFile is the text of a .env file, as a shell would read it.
type EnvFile string

// EnvReport is what is wrong with one.
type EnvReport struct {
	// CRLF says that the file holds carriage returns, which become part of
	// the values.
	CRLF bool
	// Malformed are the numbers of the lines, from 1, that look like a
	// proxy's variable and are none.
	Malformed []int
}

var (
	// proxyLine is a well-formed line. An empty value is one: the sample
	// file that users start from has them.
	proxyLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:export[ \t]+)?GOOGLE_WORKSPACE_[A-Z]+_PROXY_[A-Z_]*(?:URL|TOKEN)=(?:"[^"]*"|'[^']*'|[^\s"']*)$`)
	})
	// assigned is any line that sets a variable.
	assigned = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)=(.*?)[ \t\r]*$`)
	})
)

// Check finds what is wrong with the file. Comments are let alone.
func (f EnvFile) Check() EnvReport {
	r := EnvReport{CRLF: strings.Contains(string(f), "\r")}
	for i, line := range strings.Split(string(f.Normalize()), "\n") {
		line = strings.Trim(line, " \t")
		about := strings.Contains(line, "GOOGLE_WORKSPACE_") && strings.Contains(line, "=") && !strings.HasPrefix(line, "#")
		if about && !proxyLine().MatchString(line) {
			r.Malformed = append(r.Malformed, i+1)
		}
	}
	return r
}

// Normalize ends every line with a line feed alone. What has no line end at
// the end gets none.
func (f EnvFile) Normalize() EnvFile {
	return EnvFile(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(f)))
}

// Value gives what a shell would set the variable to, and whether a line sets
// it. Of several lines the last one counts.
func (f EnvFile) Value(name string) (value string, set bool) {
	lines := strings.Split(string(f), "\n")
	i := lastLine(lines, name)
	if i < 0 {
		return "", false
	}
	value = assigned().FindStringSubmatch(lines[i])[2]
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	return value, true
}

// Put sets a variable. The line that sets it, the last of several, is replaced
// where it stands; without one a line is added at the end. Every other line
// stays as it is. A value that a shell would not read back as it is, is
// refused.
func (f EnvFile) Put(name, value string) (EnvFile, error) {
	if !plain(value) {
		return f, fault.New(fault.MalformedResponse, "the value for %s holds characters that can't stand in a .env file safely", name)
	}
	line := "export " + name + `="` + value + `"`
	ending := "\n"
	if strings.Contains(string(f), "\r\n") {
		ending = "\r\n"
	}
	lines := strings.Split(string(f), "\n")
	if i := lastLine(lines, name); i >= 0 {
		if strings.HasSuffix(lines[i], "\r") {
			line += "\r"
		}
		lines[i] = line
		return EnvFile(strings.Join(lines, "\n")), nil
	}
	if f != "" && !strings.HasSuffix(string(f), "\n") {
		f += EnvFile(ending)
	}
	return f + EnvFile(line+ending), nil
}

func lastLine(lines []string, name string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if m := assigned().FindStringSubmatch(lines[i]); m != nil && m[1] == name {
			return i
		}
	}
	return -1
}

// plain says whether a value means itself between double quotes: a shell
// would run what a hostile proxy puts behind $( or a backtick.
func plain(value string) bool {
	for _, r := range value {
		if r <= ' ' || r > '~' || strings.ContainsRune("\"\\$`!", r) {
			return false
		}
	}
	return value != ""
}
