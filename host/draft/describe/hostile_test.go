package describe

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/text"
)

// fits wants every line to be one, clean, and behind a bar where it comes from
// outside.
func fits(t *testing.T, lines []Line) {
	t.Helper()
	for _, l := range lines {
		if strings.Contains(l.Text, "\n") || text.Clean(l.Text) != l.Text || strings.Contains(l.Text, "\t") {
			t.Fatalf("%+v is not one clean line", l)
		}
		if l.Outside() {
			label, rest, ok := strings.Cut(l.String()+" ", Bar+" ")
			if !ok || strings.TrimSpace(label) != l.Label || strings.TrimRight(rest, " ") != strings.TrimRight(l.Text, " ") {
				t.Fatalf("%q does not stand behind the bar", l.String())
			}
		}
	}
}

// FuzzLines puts hostile text into every member of a draft that holds text.
func FuzzLines(f *testing.F) {
	for _, s := range []string{
		"", "\x1b[2J\x9b31m", "a\r\x1b[1Astate approved", "\u202e\u2066txt\u2028x", "a\u200d\u200d\u200db", "\xff\xfe",
		"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n--x\n\nContent-Type: text/html\n\n<a href=b>\n--x--",
		plainMail, withHTML("<table><td>a<style>b</style><img src=c alt=d><a href=e>f"),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := sample()
		d.Author, d.Editor, d.Code, d.Resource, d.Owner.User, d.FrontEnd, d.ID, d.Digest = s, s, s, s, s, s, s, s
		p := &d.Payload
		p.Service, p.Tool, p.Action, p.Profile, p.Account = s, s, s, s, s
		p.Changes, p.Warnings, p.Params = []string{s}, []string{s}, map[string]any{"body": s, s: s, "more": []any{s}}
		p.Recipients[0].Address = s
		p.Effects[0].Request.Media.Text = s
		p.Effects[0].Request.URL, p.Effects[0].Request.Route = s, s
		fits(t, Lines(d, now))
		fits(t, HTML(d))
		fits(t, Stakes(d))
	})
}

// TestNothingIsLeftOut: a text that can't be decoded, or hides behind limits of
// the reading, is shown as it stands.
func TestNothingIsLeftOut(t *testing.T) {
	deep := "Content-Type: multipart/mixed; boundary=b0\n\n"
	for i := range maxDepth + 1 {
		n := string(rune('a' + i))
		deep += "--b" + map[bool]string{true: "0", false: string(rune('a' + i - 1))}[i == 0] + "\nContent-Type: multipart/mixed; boundary=b" + n + "\n\n"
	}
	for name, raw := range map[string]string{
		"broken head":        "Subject needle\n\n",
		"no boundary":        "Content-Type: multipart/mixed\n\nneedle\n",
		"no such encoding":   "Content-Transfer-Encoding: rot13\n\nneedle\n",
		"broken base64":      "Content-Transfer-Encoding: base64\n\n*needle*\n",
		"broken quoting":     "Content-Transfer-Encoding: quoted-printable\n\nneedle =G1\n",
		"no such charset":    "Content-Type: text/plain; charset=x-none\n\nneedle\n",
		"too deep":           deep + "\nneedle\n",
		"too many parts":     "Content-Type: multipart/mixed; boundary=b\n" + strings.Repeat("\n--b\n\nx\n", maxParts+1) + "\n--b\n\nneedle\n--b--\n",
		"no end":             "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nneedle\n",
		"an odd header":      "X-Odd: needle\n\nx\n",
		"twice the same":     "Subject: a\nSubject: needle\n\nx\n",
		"text as a file":     "Content-Disposition: attachment; filename=a.txt\n\nneedle\n",
		"name of a file":     "Content-Type: image/png; name=needle\n\nx\n",
		"an unclosed link":   "Content-Type: text/html\n\n<a href=needle>x\n",
		"a base":             "Content-Type: text/html\n\n<base href=needle>x\n",
		"a picture":          "Content-Type: text/html\n\n<img src=needle>\n",
		"hidden by a style":  "Content-Type: text/html\n\n<p style=display:none>needle\n",
		"a mail in the mail": "Content-Type: message/rfc822\nContent-Disposition: inline\n\nSubject: needle\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			d := sample()
			d.Payload.Params = nil
			d.Payload.Effects[0] = effect(raw)
			lines := Lines(d, now)
			fits(t, lines)
			if got := joined(lines); !strings.Contains(got, "needle") {
				t.Errorf("the needle is not shown:\n%s", got)
			}
		})
	}
}
