package rest_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// Content up to 5 MB goes up with its metadata in one body, which a MIME parser
// of someone else reads.
func TestB52UploadInOnePiece(t *testing.T) {
	e := &echo{}
	_, tr := google(t, e.ServeHTTP)
	var told []string
	s := newStore(t, blob.Options{Progress: func(name string, done, total int64) { told = append(told, fmt.Sprint(name, done, "/", total)) }})
	file := openFile(t, s, "a.bin", pattern(100_000))
	req := abi.Request{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"}, Body: abi.Raw(`{"threadId":"T"}`),
		Media: &abi.Media{MimeType: "message/rfc822", Segments: []abi.Segment{
			{Text: "Subject: ü\r\n\r\n"}, {Blob: file.Facts().Blob, Encoding: "base64"}, {Text: "--end--\r\n"}}}}
	b := newBench(t, tr, contentRules)
	if code, text := do(t, b, contentCall("gmail", "send", s, ask(req), file)); code != "" || text != `[{"body":{"id":"M"},"status":200}]` {
		t.Fatal(code, text)
	}
	if u := e.last.URL.String(); u != "/upload/gmail/v1/users/me/messages/send?uploadType=multipart" || e.last.ContentLength != int64(len(e.body)) {
		t.Errorf("%s, Content-Length %d of %d", u, e.last.ContentLength, len(e.body))
	}
	kind, params, err := mime.ParseMediaType(e.last.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/related" {
		t.Fatal(kind, err)
	}
	parts := multipart.NewReader(bytes.NewReader(e.body), params["boundary"])
	meta, err := parts.NextRawPart()
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := io.ReadAll(meta); string(m) != `{"threadId":"T"}` || meta.Header.Get("Content-Type") != "application/json; charset=UTF-8" {
		t.Errorf("%s %v", m, meta.Header)
	}
	media, err := parts.NextRawPart()
	if err != nil {
		t.Fatal(err)
	}
	m, _ := io.ReadAll(media)
	encoded, ok := bytes.CutPrefix(m, []byte("Subject: ü\r\n\r\n"))
	encoded, ok2 := bytes.CutSuffix(encoded, []byte("--end--\r\n"))
	raw, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(encoded), "\r\n", ""))
	if !ok || !ok2 || err != nil || !bytes.Equal(raw, pattern(100_000)) || media.Header.Get("Content-Type") != "message/rfc822" {
		t.Errorf("content: %v %v %v", ok, ok2, err)
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		t.Errorf("more parts: %v", err)
	}
	if len(told) == 0 || !strings.HasPrefix(told[len(told)-1], "a.bin") {
		t.Errorf("progress %v", told)
	}
}

// An empty file, and a request without metadata.
func TestUploadOfNothing(t *testing.T) {
	e := &echo{}
	_, tr := google(t, e.ServeHTTP)
	s := newStore(t, blob.Options{})
	file := openFile(t, s, "empty", nil)
	for _, segment := range []abi.Segment{{Blob: file.Facts().Blob}, {Blob: file.Facts().Blob, Encoding: "base64"}, {}} {
		req := uploadRequest(file)
		req.Body, req.Media.Segments = nil, []abi.Segment{segment}
		if code, text := do(t, newBench(t, tr, contentRules), contentCall("drive", "upload", s, ask(req), file)); code != "" {
			t.Fatal(code, text)
		}
		if !bytes.Contains(e.body, []byte("\r\n\r\n{}\r\n--")) || !bytes.Contains(e.body, []byte("application/x\r\n\r\n\r\n--")) {
			t.Errorf("%q", e.body)
		}
	}
}

// B49: an upload goes on after a cut at any place; nothing is lost or doubled.
func TestB49ResumableUpload(t *testing.T) {
	size := 16<<20 + 12345 // two whole chunks and a part
	content := pattern(size)
	cut := func(*uploads, http.ResponseWriter) { panic(http.ErrAbortHandler) }
	at := func(where int, f func(u *uploads, w http.ResponseWriter, r *http.Request)) func(*uploads, int, http.ResponseWriter, *http.Request) bool {
		return func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n != where {
				return false
			}
			f(u, w, r)
			return true
		}
	}
	status := func(code int, header ...string) func(*uploads, http.ResponseWriter, *http.Request) {
		return func(u *uploads, w http.ResponseWriter, r *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
		}
	}
	type faultFunc = func(*uploads, int, http.ResponseWriter, *http.Request) bool
	cases := map[string]struct {
		fault    faultFunc
		sessions int
	}{
		"nothing":           {nil, 1},
		"cut before body":   {at(1, func(u *uploads, w http.ResponseWriter, r *http.Request) { cut(u, w) }), 1},
		"cut in the first":  {at(1, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.take(w, r, 3<<20); cut(u, w) }), 1},
		"cut in second":     {at(2, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.take(w, r, 1<<20+7); cut(u, w) }), 1},
		"cut after second":  {at(2, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.take(w, r, 8<<20); cut(u, w) }), 1},
		"cut in the last":   {at(3, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.take(w, r, 5); cut(u, w) }), 1},
		"last answer lost":  {at(3, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.take(w, r, 8<<20); cut(u, w) }), 1},
		"503":               {at(2, status(503)), 1},
		"500 at the last":   {at(3, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.take(w, r, 8<<20); w.WriteHeader(500) }), 1},
		"429":               {at(2, status(429, "Retry-After", "7")), 1},
		"session forgotten": {at(2, func(u *uploads, w http.ResponseWriter, r *http.Request) { w.WriteHeader(404) }), 2},
		"session gone":      {at(3, func(u *uploads, w http.ResponseWriter, r *http.Request) { w.WriteHeader(410) }), 2},
		"loses what it had": {at(2, func(u *uploads, w http.ResponseWriter, r *http.Request) { u.got = u.got[:256<<10]; u.answer(w) }), 1},
		"many cuts": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n%2 == 1 && n < 16 {
				u.take(w, r, 2<<20)
				cut(u, w)
			}
			return false
		}, 1},
	}
	for name, c := range cases {
		protos := []string{"HTTP/2"}
		if strings.Contains(name, "cut") { // which ends a stream in the one, a connection in the other
			protos = append(protos, "HTTP/1.1")
		}
		for _, proto := range protos {
			u := &uploads{t: t, fault: c.fault}
			_, tr := google(t, u.ServeHTTP)
			if proto == "HTTP/1.1" {
				tr = http1(tr)
			}
			s := newStore(t, blob.Options{})
			file := openFile(t, s, "big", content)
			b := newBench(t, tr, contentRules)
			code, text := do(t, b, contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
			if code != "" || text != `[{"body":{"id":"F"},"status":200}]` || !bytes.Equal(u.got, content) || u.created != 1 || u.sessions != c.sessions || u.meta != `{"name":"x"}` {
				t.Errorf("%s, %s: %s %s; %d of %d bytes, %d sessions, created %d\n%v", name, proto, code, text, len(u.got), size, u.sessions, u.created, u.log)
			}
			if name == "429" && (len(b.waits) == 0 || b.waits[0] != 7*time.Second) {
				t.Errorf("%s: waits %v", name, b.waits)
			}
		}
	}
}

// What can't be told from the session is unknown; what can be is not.
func TestUploadOutcomes(t *testing.T) {
	content := pattern(9 << 20) // two chunks
	for name, c := range map[string]struct {
		fault func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool
		code  fault.Code
	}{
		"last answer lost, session gone": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n == 2 {
				u.take(w, r, 8<<20)
				panic(http.ErrAbortHandler)
			}
			if n > 2 {
				w.WriteHeader(404)
			}
			return n > 2
		}, fault.OutcomeUnknown},
		"last answer lost, silence": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n >= 2 {
				u.take(w, r, 8<<20)
				panic(http.ErrAbortHandler)
			}
			return false
		}, fault.OutcomeUnknown},
		"last answer 500 for ever": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n >= 2 {
				u.take(w, r, 8<<20)
				w.WriteHeader(500)
			}
			return n >= 2
		}, fault.OutcomeUnknown},
		// The last chunk is slow rather than lost: it arrives after the session has
		// said that it lacks it.
		"last chunk arrives late": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			switch n {
			case 2:
				panic(http.ErrAbortHandler)
			case 4:
				w.WriteHeader(404) // complete by now, and forgotten
			}
			return n == 4
		}, fault.OutcomeUnknown},
		"last answer 204": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n == 2 {
				w.WriteHeader(204)
			}
			return n == 2
		}, fault.OutcomeUnknown},
		"last answer 303": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n == 2 {
				http.Redirect(w, r, "/upload/drive/v3/files/F", http.StatusSeeOther)
			}
			return n == 2
		}, fault.OutcomeUnknown},
		"last chunk refused": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n == 2 {
				w.WriteHeader(400)
			}
			return n == 2
		}, fault.BadRequest},
		"first chunk never arrives": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool { panic(http.ErrAbortHandler) }, fault.Network},
		"503 for ever":              {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool { w.WriteHeader(503); return true }, fault.Upstream},
		"quota": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			w.WriteHeader(403)
			io.WriteString(w, googleError("storageQuotaExceeded"))
			return true
		}, fault.LimitExceeded},
		"forgets every session": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool { w.WriteHeader(404); return true }, fault.NotFound},
		"range that is no range": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Range", "bytes=7-9")
			w.WriteHeader(308)
			return true
		}, fault.MalformedResponse},
		"range beyond the end": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Range", "bytes=0-99999999")
			w.WriteHeader(308)
			return true
		}, fault.MalformedResponse},
		"never takes a byte": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool { w.WriteHeader(308); return true }, fault.MalformedResponse},
		"has all, says nothing": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Range", fmt.Sprintf("bytes=0-%d", len(content)-1))
			w.WriteHeader(308)
			return true
		}, fault.OutcomeUnknown},
		"redirects": {func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "https://evil.example/", http.StatusTemporaryRedirect)
			return true
		}, fault.MalformedResponse},
	} {
		u := &uploads{t: t, fault: c.fault}
		_, tr := google(t, u.ServeHTTP)
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "big", content)
		b := newBench(t, tr, contentRules, func(o *rest.Options) {
			o.Token = func(context.Context, string, []string) (string, error) { return "token-SECRET", nil }
		})
		code, text := do(t, b, contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
		if code != string(c.code) || u.sessions > 2 || u.sessions > 1 && c.code == fault.OutcomeUnknown {
			t.Errorf("%s: %s %s, want %s; %d sessions", name, code, text, c.code, u.sessions)
		}
		if strings.Contains(text, "SECRET") || strings.Contains(text, "upload_id") {
			t.Errorf("%s: the session's address is told: %s", name, text)
		}
	}
}

// An interrupt while the last chunk is under way: the session tells whether the
// change was made.
func TestInterruptedUpload(t *testing.T) {
	content := pattern(6 << 20)
	for name, c := range map[string]struct {
		bytes int64
		code  string
	}{"all had arrived": {6 << 20, ""}, "a part had arrived": {1 << 20, "INTERRUPTED"}} {
		ctx, cancel := context.WithCancel(context.Background())
		u := &uploads{t: t, fault: func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
			if n > 1 {
				return false
			}
			u.take(w, r, c.bytes)
			cancel()
			<-r.Context().Done()
			return true
		}}
		_, tr := google(t, u.ServeHTTP)
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "big", content)
		res, err := newBench(t, tr, contentRules).Do(ctx, contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
		if got := outcome(res, err); got != c.code {
			t.Errorf("%s: %s %v\n%v", name, got, err, u.log)
		}
		cancel()
	}
}

// A session elsewhere, or none, ends the upload; content and token stay here.
func TestSessionOnAnotherHost(t *testing.T) {
	for _, location := range []string{"https://evil.example/upload/drive/v3/files?upload_id=SECRET", "https://www.googleapis.com/drive/v3/files?upload_id=SECRET", ":", ""} {
		want := "MALFORMED_RESPONSE"
		if location == "" { // it did something else than to open an upload
			want = "OUTCOME_UNKNOWN"
		}
		n := 0
		_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
			n++
			w.Header().Set("Location", location)
		})
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "big", pattern(6<<20))
		code, text := do(t, newBench(t, tr, contentRules), contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
		if code != want || n != 1 || strings.Contains(text, "SECRET") {
			t.Errorf("%q: %s %s after %d requests", location, code, text, n)
		}
	}
}

// To open a session changes nothing, so it is tried again after any failure, and
// a refusal is a refusal.
func TestBeginningAnUpload(t *testing.T) {
	content := pattern(6 << 20)
	for name, c := range map[string]struct {
		first func(w http.ResponseWriter)
		code  string
	}{
		"cut":        {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, ""},
		"502":        {func(w http.ResponseWriter) { w.WriteHeader(502) }, ""},
		"429":        {func(w http.ResponseWriter) { w.WriteHeader(429) }, ""},
		"not found":  {func(w http.ResponseWriter) { w.WriteHeader(404) }, "NOT_FOUND"},
		"redirected": {func(w http.ResponseWriter) { w.Header().Set("Location", "https://evil.example/"); w.WriteHeader(307) }, "MALFORMED_RESPONSE"},
	} {
		u := &uploads{t: t}
		begun := 0
		_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == "POST" {
				if begun++; begun == 1 {
					c.first(w)
					return
				}
			}
			u.ServeHTTP(w, r)
		})
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "big", content)
		code, text := do(t, newBench(t, tr, contentRules), contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
		if code != c.code || c.code == "" && (u.sessions != 1 || !bytes.Equal(u.got, content)) {
			t.Errorf("%s: %s %s, %d sessions", name, code, text, u.sessions)
		}
	}
}

// 401 in the middle of an upload: the session goes on with the new token.
func TestTokenEndsDuringAnUpload(t *testing.T) {
	content := pattern(20 << 20)
	u := &uploads{t: t, stale: map[string]bool{}}
	u.fault = func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
		if n == 2 {
			u.stale["Bearer old"] = true
			w.WriteHeader(401)
			return true
		}
		return false
	}
	_, tr := google(t, u.ServeHTTP)
	renewals := 0
	b := newBench(t, tr, contentRules, func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) { return "old", nil }
		o.Renew = func(_ context.Context, service string, _ []string, stale string) (string, error) {
			if renewals++; service != "drive" || stale != "old" {
				t.Errorf("renew %s %s", service, stale)
			}
			return "new", nil
		}
	})
	s := newStore(t, blob.Options{})
	file := openFile(t, s, "big", content)
	code, text := do(t, b, contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
	if code != "" || renewals != 1 || u.sessions != 1 || !bytes.Equal(u.got, content) {
		t.Errorf("%s %s, %d renewals, %d sessions, %d bytes", code, text, renewals, u.sessions, len(u.got))
	}
}

// A file that changes under the upload: nothing is made of two halves.
func TestFileChangesDuringTheUpload(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big")
	if err := os.WriteFile(path, pattern(20<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	u := &uploads{t: t}
	u.fault = func(_ *uploads, n int, w http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			os.Truncate(path, 9<<20)
		}
		return false
	}
	_, tr := google(t, u.ServeHTTP)
	s := newStore(t, blob.Options{})
	file, err := s.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newBench(t, tr, contentRules).Do(context.Background(), contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
	if f := fault.Of(err); f == nil || f.Code != fault.Conflict || f.Change != fault.ChangeNone || u.created != 0 {
		t.Errorf("%+v, created %d", err, u.created)
	}
}

// What a plan can't do with content. Nothing is sent for any of it.
func TestHostileContent(t *testing.T) {
	s := newStore(t, blob.Options{})
	own, other := openFile(t, s, "own", []byte("own")), openFile(t, s, "other", []byte("other"))
	big := openFile(t, s, "huge", pattern(36_700_161))
	change := func(f func(*abi.Request)) abi.Request { r := uploadRequest(own); f(&r); return r }
	get := func(f func(*abi.Request)) abi.Request {
		r := abi.Request{Route: "drive.files.get", Path: map[string]string{"fileId": "F"}}
		f(&r)
		return r
	}
	send := func(id string) abi.Request {
		return abi.Request{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"},
			Media: &abi.Media{MimeType: "message/rfc822", Segments: []abi.Segment{{Blob: id}}}}
	}
	for name, c := range map[string]struct {
		req  abi.Request
		code fault.Code
	}{
		"a blob of someone else": {change(func(r *abi.Request) { r.Media.Segments[0].Blob = other.Facts().Blob }), fault.PluginViolation},
		"a blob that nobody has": {change(func(r *abi.Request) { r.Media.Segments[0].Blob = "b99" }), fault.PluginViolation},
		"a path as a blob":       {change(func(r *abi.Request) { r.Media.Segments[0].Blob = "/etc/passwd" }), fault.PluginViolation},
		"no segment":             {change(func(r *abi.Request) { r.Media.Segments = nil }), fault.PluginViolation},
		"too many segments":      {change(func(r *abi.Request) { r.Media.Segments = make([]abi.Segment, 1001) }), fault.PluginViolation},
		"unknown encoding":       {change(func(r *abi.Request) { r.Media.Segments[0].Encoding = "hex" }), fault.PluginViolation},
		"text and blob":          {change(func(r *abi.Request) { r.Media.Segments[0].Text = "x" }), fault.PluginViolation},
		"encoded text":           {change(func(r *abi.Request) { r.Media.Segments[0] = abi.Segment{Text: "x", Encoding: "base64"} }), fault.PluginViolation},
		"header in the type":     {change(func(r *abi.Request) { r.Media.MimeType = "a/b\r\nX-Evil: 1" }), fault.PluginViolation},
		"no type":                {change(func(r *abi.Request) { r.Media.MimeType = "" }), fault.PluginViolation},
		"uploadType of its own":  {change(func(r *abi.Request) { r.Query = map[string]abi.Raw{"uploadType": abi.Raw(`"media"`)} }), fault.PluginViolation},
		"upload to a read":       {get(func(r *abi.Request) { r.Media = uploadRequest(own).Media }), fault.PluginViolation},
		"save of a change":       {change(func(r *abi.Request) { r.Save = &abi.Save{Field: "id"} }), fault.PluginViolation},
		"save whole of a change": {change(func(r *abi.Request) { r.Save = &abi.Save{} }), fault.PluginViolation},
		"save and keep":          {get(func(r *abi.Request) { r.Save = &abi.Save{}; r.Keep = "id" }), fault.PluginViolation},
		"save and decode":        {get(func(r *abi.Request) { r.Save = &abi.Save{}; r.Decode = &abi.Decode{Mail: true} }), fault.PluginViolation},
		"decode nothing":         {get(func(r *abi.Request) { r.Decode = &abi.Decode{} }), fault.PluginViolation},
		"decode both":            {get(func(r *abi.Request) { r.Decode = &abi.Decode{Mail: true, TextOf: "text/plain"} }), fault.PluginViolation},
		"alt of its own":         {get(func(r *abi.Request) { r.Query = map[string]abi.Raw{"alt": abi.Raw(`"media"`)} }), fault.PluginViolation},
		"negative size":          {get(func(r *abi.Request) { r.Save = &abi.Save{MaxBytes: -1} }), fault.PluginViolation},
		"md5 that is none":       {get(func(r *abi.Request) { r.Save = &abi.Save{MD5: "x"} }), fault.PluginViolation},
		"type with a line break": {get(func(r *abi.Request) { r.Save = &abi.Save{MimeType: "a/b\n"} }), fault.PluginViolation},
		"key with a line break":  {get(func(r *abi.Request) { r.ResourceKeys = map[string]string{"F": "k\r\nX-Evil: 1"} }), fault.PluginViolation},
		"key with a comma":       {get(func(r *abi.Request) { r.ResourceKeys = map[string]string{"F": "k,G/k"} }), fault.PluginViolation},
		"key for a mail": {func() abi.Request {
			r := send(own.Facts().Blob)
			r.ResourceKeys = map[string]string{"F": "k"}
			return r
		}(), fault.PluginViolation},
		"more than the service takes": {send(big.Facts().Blob), fault.LimitExceeded},
	} {
		service, action := "drive", "upload"
		if strings.HasPrefix(c.req.Route, "gmail.") {
			service, action = "gmail", "send"
		}
		b := newBench(t, newWire(t), contentRules)
		if _, err := b.Do(context.Background(), contentCall(service, action, s, ask(c.req), own, big)); fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := b.Preview(context.Background(), contentCall(service, action, s, ask(c.req), own, big)); fault.CodeOf(err) != c.code {
			t.Errorf("%s, preview: %v", name, err)
		}
	}
	// A call that holds no content can move none.
	c := contentCall("drive", "upload", s, ask(uploadRequest(own)), own)
	c.Blobs = nil
	if _, err := newBench(t, newWire(t), contentRules).Do(context.Background(), c); fault.CodeOf(err) != fault.PluginViolation {
		t.Error(err)
	}
}

// The files of one operation of a batch are not another's.
func TestFilesOfABatch(t *testing.T) {
	e := &echo{}
	_, tr := google(t, e.ServeHTTP)
	s := newStore(t, blob.Options{})
	first, second := openFile(t, s, "first", []byte("1")), openFile(t, s, "second", []byte("2"))
	// The plan sends the file that its params name, whoever's it is.
	f := func(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
		if in.Responses != nil {
			return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{}`)}}, nil
		}
		if len(in.Files) != 1 {
			t.Errorf("files %+v", in.Files)
		}
		blob := first
		if strings.Contains(string(in.Params), "second") {
			blob = second
		}
		return &abi.PlanOutput{Requests: []abi.Request{uploadRequest(blob)}}, nil
	}
	op := func(file string) any {
		return map[string]any{"action": "upload", "params": map[string]any{"file": file}}
	}
	c := contentCall("drive", "upload", s, f)
	c.Action = "batch"
	c.Files = []backend.File{{Operation: 0, File: first.File("file")}, {Operation: 1, File: second.File("file")}}
	c.Params = map[string]any{"operations": []any{op("first"), op("second")}}
	if res, err := newBench(t, tr, contentRules).Do(context.Background(), c); err != nil || res.Partial || e.n != 2 {
		t.Errorf("%s %v", asJSON(t, res), err)
	}
	c.Params = map[string]any{"operations": []any{op("second"), op("second")}}
	if res, err := newBench(t, tr, contentRules).Do(context.Background(), c); err != nil || !strings.Contains(asJSON(t, res), "PLUGIN_VIOLATION") || e.n != 2 {
		t.Errorf("%s %v", asJSON(t, res), err)
	}
}

func TestResourceKeys(t *testing.T) {
	w := newWire(t, respond(200, `{}`))
	req := abi.Request{Route: "drive.files.get", Path: map[string]string{"fileId": "F"}, ResourceKeys: map[string]string{"F": "0-key", "A": "k_2"}}
	if code, text := do(t, newBench(t, w, contentRules), contentCall("drive", "download", newStore(t, blob.Options{}), ask(req))); code != "" {
		t.Error(code, text)
	}
	if got := w.heads[0].Get("X-Goog-Drive-Resource-Keys"); got != "A/k_2,F/0-key" {
		t.Error(got)
	}
}
