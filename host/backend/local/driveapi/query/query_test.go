package query

import (
	"errors"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "  ": "",
		"name = 'a'":                                  "name = 'a'",
		"name='a\\'b'":                                `name = 'a\'b'`,
		`name = 'a\\'`:                                `name = 'a\\'`,
		`name = 'a\nb'`:                               `name = 'a\\nb'`,
		"name != 'a' and trashed=false":               "(name != 'a' and trashed = false)",
		"'x' in parents":                              "'x' in parents",
		"NOT starred = TRUE OR sharedWithMe":          "!",
		"not starred = TRUE OR sharedWithMe = true":   "((not starred = true) or sharedWithMe = true)",
		"name='a' or name='b' and name='c'":           "((name = 'a' or name = 'b') and name = 'c')",
		"name='a' or (name='b' and name='c')":         "(name = 'a' or (name = 'b' and name = 'c'))",
		"not not name='a'":                            "(not (not name = 'a'))",
		"modifiedTime > '2012-06-04T12:00:00'":        "modifiedTime > '2012-06-04T12:00:00Z'",
		"createdTime<='2012-06-04T12:00:00-08:00'":    "createdTime <= '2012-06-04T12:00:00-08:00'",
		"viewedByMeTime != '2012-06-04'":              "viewedByMeTime != '2012-06-04T00:00:00Z'",
		"properties has { key='a' and value='b\\'' }": `properties has {key='a' and value='b\''}`,
		"'me' in owners and visibility = 'limited'":   "('me' in owners and visibility = 'limited')",
		"shortcutDetails.targetId = 'x'":              "shortcutDetails.targetId = 'x'",
		"fullText contains '\"a b\"'":                 `fullText contains '"a b"'`,
		"mimeType contains 'image/'":                  "mimeType contains 'image/'",
		"name":                                        "!", "name =": "!", "name = a": "!", "name = \"a\"": "!", "name = 'a": "!", "nome = 'a'": "!", "name > 'a'": "!",
		"name = 'a' name = 'b'": "!", "(name = 'a'": "!", "name = 'a')": "!", "()": "!", "and": "!", "name = 'a' and": "!", "not": "!",
		"trashed = 'true'": "!", "trashed > true": "!", "starred = 1": "!", "modifiedTime > 'x'": "!", "modifiedTime > 5": "!", "modifiedTime contains '2012-06-04'": "!",
		"'x' in name": "!", "parents in 'x'": "!", "parents = 'x'": "!", "'x'": "!", "'x' on parents": "!", "fullText = 'x'": "!",
		"properties has {key='a'}": "!", "properties has {value='a' and key='b'}": "!", "properties = 'x'": "!", "properties has {key=a and value='b'}": "!",
		"name = 'a' && name = 'b'": "!", "name == 'a'": "!", "name = '\xff'": "!",
	} {
		e, err := Parse(text, Files())
		if want == "!" {
			if err == nil {
				t.Errorf("%s: parsed to %s", text, String(e))
			} else if !isError(err) {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if got := String(e); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestB43QuotesStayInsideTheLiteral: text that a client escaped can't become
// a condition.
func TestB43QuotesStayInsideTheLiteral(t *testing.T) {
	for _, name := range []string{"Jack's plan.pdf", "a'b'c", "x' or name contains '", `\`, `\'`, `a\\'b`} {
		e, err := Parse("name = "+Quote(name), Files())
		if term, ok := e.(Term); err != nil || !ok || term.Text != name {
			t.Errorf("%q: %v, %v", name, e, err)
		}
	}
}

// TestB44ALiteralIsNotRewritten: what stands in quotes is left as it is.
func TestB44ALiteralIsNotRewritten(t *testing.T) {
	e, err := Parse("name contains 'title = modifiedDate and trashed'", Files())
	if err != nil || e.(Term).Text != "title = modifiedDate and trashed" {
		t.Errorf("%v, %v", e, err)
	}
}

func TestBounds(t *testing.T) {
	deep := strings.Repeat("(", 5000) + "name='a'" + strings.Repeat(")", 5000)
	long := "name = '" + strings.Repeat("a", maxQuery) + "'"
	for _, text := range []string{deep, long, strings.Repeat("not ", 100) + "name='a'", "name='a'" + strings.Repeat(" or name='a'", maxTerms)} {
		if _, err := Parse(text, Files()); !isError(err) {
			t.Errorf("%.20s…: %v", text, err)
		}
	}
	wide := "name='a'" + strings.Repeat(" or name='a'", maxTerms-1)
	if _, err := Parse(wide, Files()); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"name = 'a' and not ('x' in parents or trashed = true)", "properties has {key='a' and value='b'}", "modifiedTime > '2012-06-04T12:00:00.5+01:00'", `name contains '\\\''`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text, Files())
		if err != nil {
			if !isError(err) {
				t.Fatalf("%v", err)
			}
			return
		}
		if e == nil {
			return
		}
		written := String(e)
		if len(written) > maxQuery/2 {
			return // parentheses may make it too long or deep to read again
		}
		again, err := Parse(written, Files())
		// Parentheses may make it too deep, and they count as conditions.
		if err != nil && !strings.Contains(err.Error(), "deeper") && !strings.Contains(err.Error(), "more than") {
			t.Fatalf("%q became %q: %v", text, written, err)
		}
		if err == nil && String(again) != written {
			t.Fatalf("%q became %q, then %q", text, written, String(again))
		}
	})
}

// isError says that an error is about the query itself.
func isError(err error) bool {
	var e *Error
	return errors.As(err, &e)
}
