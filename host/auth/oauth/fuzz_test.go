package oauth

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzMask: masking twice changes nothing, and what is shown is one line.
func FuzzMask(f *testing.F) {
	for _, s := range []string{"", "?code=4/abc&x", "Authorization: Bearer a.b.c", `{"refresh_token":"1//x"}`, "statusCode: 401", "Bearer Bearer x", "\x1b[2J"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Mask(s)
		if twice := Mask(once); twice != once {
			t.Errorf("%q, then %q", once, twice)
		}
		if strings.ContainsAny(once, "\n\x1b") {
			t.Errorf("%q", once)
		}
	})
}

// FuzzPaste: whatever is pasted, only this sign-in's state, or a code alone,
// is taken.
func FuzzPaste(f *testing.F) {
	for _, s := range []string{"", "4/code", "http://127.0.0.1:1/?code=a&state=b", "code=a&state=s3cret-state", "error=access_denied&state=s3cret-state", "http://x/?state=s3cret-state&state=b&code=a", "%zz", "?#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		flow := &Flow{state: "s3cret-state", answers: make(chan callback, 1)}
		if flow.Paste(s) != nil {
			return
		}
		a := <-flow.answers
		alone := !strings.Contains(s, "://") && !strings.Contains(s, "code=") && !strings.Contains(s, "error=")
		plain, _ := url.PathUnescape(s)
		if !alone && !strings.Contains(s, "s3cret-state") && !strings.Contains(plain, "s3cret-state") && !strings.Contains(s, "%") {
			t.Errorf("%q was taken", s)
		}
		if a.code == "" && a.err == nil {
			t.Errorf("%q gave nothing", s)
		}
	})
}

// FuzzParseClient: what is taken has an id that can be sent, whatever the file
// holds.
func FuzzParseClient(f *testing.F) {
	for _, s := range []string{"", "{}", `{"installed":{"client_id":"i","client_secret":"s"}}`, `{"web":{"client_id":"i","redirect_uris":["http://127.0.0.1:1/"]}}`, `{"client_id":"\u0000"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseClient(data)
		if err != nil {
			return
		}
		if c.check() != nil || c.ID == "" {
			t.Errorf("%q gave %q", data, c.ID)
		}
		if way, err := c.redirect(); err == nil && !strings.HasPrefix(way.listen, "127.0.0.1:") && !strings.HasPrefix(way.listen, "[::1]:") {
			t.Errorf("%q listens on %q", data, way.listen)
		}
	})
}
