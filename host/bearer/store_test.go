package bearer

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/fault"
)

// TestTokenForm: every token has one length, the prefix and a checksum that finds
// each single wrong character.
func TestTokenForm(t *testing.T) {
	for _, b := range [][randomBytes]byte{{}, {0: 0xff}, {31: 1}} {
		if s := form(b); len(s) != tokenChars || !formed(s) {
			t.Errorf("%q", s)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := newToken()
		if !formed(s) {
			t.Fatalf("a token without form: %q", s)
		}
		i := rapid.IntRange(0, len(s)-1).Draw(t, "at")
		c := rapid.SampledFrom([]byte(alphabet+" -_.\n")).Draw(t, "char")
		if wrong := s[:i] + string(c) + s[i+1:]; wrong != s && formed(wrong) {
			t.Fatalf("%q and %q both have the form", s, wrong)
		}
	})
	for _, s := range []string{"", Prefix, "wsl_" + strings.Repeat("0", randomChars+sumChars), newToken() + "0", newToken()[1:]} {
		if formed(s) {
			t.Errorf("%q has the form", s)
		}
	}
}

func codeOf(err error) fault.Code {
	if err == nil {
		return ""
	}
	return fault.CodeOf(err)
}

// TestStore: a token is its user's until it ends or is taken back, also by another
// process, and the file holds no token.
func TestStore(t *testing.T) {
	dir, now := filepath.Join(t.TempDir(), "state"), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	server, admin := NewStore(dir, clock), NewStore(dir, clock)
	if _, err := server.Verify(t.Context(), newToken()); codeOf(err) != fault.Unauthorized {
		t.Errorf("without a file: %v", err)
	}
	ana, first, err := admin.Add(t.Context(), "ana", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	bo, second, err := admin.Add(t.Context(), "bo", now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for token, user := range map[string]string{ana: "ana", bo: "bo"} {
		if id, err := server.Verify(t.Context(), token); err != nil || id.User != user {
			t.Errorf("%s: %+v, %v", user, id, err)
		}
	}
	for _, other := range []string{"", "x", "eyJhbGciOi.e30.s", strings.ToUpper(ana)} {
		if _, err := server.Verify(t.Context(), other); !errors.Is(err, ErrNotMine) {
			t.Errorf("%q: %v", other, err)
		}
	}
	for _, wrong := range []string{newToken(), ana[:len(ana)-1], ana + " ", Prefix} {
		_, err := server.Verify(t.Context(), wrong)
		if codeOf(err) != fault.Unauthorized || strings.Contains(err.Error(), wrong[4:]) && len(wrong) > 4 {
			t.Errorf("a wrong token: %v", err)
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil || strings.Contains(string(raw), ana[4:20]) || strings.Contains(string(raw), bo[4:20]) {
		t.Errorf("%s, %v", raw, err)
	}
	if all, err := admin.List(); err != nil || len(all) != 2 || all[0] != first || all[1] != second {
		t.Errorf("%+v, %v", all, err)
	}
	now = now.Add(time.Hour)
	if _, err := server.Verify(t.Context(), bo); codeOf(err) != fault.Unauthorized {
		t.Errorf("after its end: %v", err)
	}
	gone, err := admin.Remove(t.Context(), func(e Entry) bool { return e.ID == first.ID })
	if err != nil || len(gone) != 1 || gone[0] != first {
		t.Errorf("%+v, %v", gone, err)
	}
	if _, err := server.Verify(t.Context(), ana); codeOf(err) != fault.Unauthorized {
		t.Errorf("after it was taken back: %v", err)
	}
}

// TestStoreRefusesItsFile: a file that others may read, that is no list, or that
// was written by hand lets nobody in, and is not overwritten.
func TestStoreRefusesItsFile(t *testing.T) {
	dir := t.TempDir()
	s := NewStore(dir, time.Now)
	token, _, err := s.Add(t.Context(), "ana", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	good, _ := os.ReadFile(s.file())
	refused := func(what string) {
		t.Helper()
		before, _ := os.ReadFile(s.file())
		_, verify := s.Verify(t.Context(), token)
		_, list := s.List()
		_, _, add := s.Add(t.Context(), "bo", time.Time{})
		for _, err := range []error{verify, list, add} {
			if codeOf(err) != fault.Client {
				t.Errorf("%s: %v", what, err)
			}
		}
		if after, _ := os.ReadFile(s.file()); string(after) != string(before) {
			t.Errorf("%s: it was written", what)
		}
	}
	if runtime.GOOS != "windows" {
		os.Chmod(s.file(), 0o640)
		refused("readable by a group")
		os.Chmod(s.file(), 0o600)
	}
	for _, bad := range []string{"", "{}", "[]", `{"version":2,"tokens":[]}`, strings.Replace(string(good), `"sha256": "`, `"sha256": "z`, 1),
		strings.Replace(string(good), `"ana"`, `""`, 1)} {
		os.WriteFile(s.file(), []byte(bad), 0o600)
		refused(bad)
	}
	os.WriteFile(s.file(), good, 0o600)
	if _, err := s.Verify(t.Context(), token); err != nil {
		t.Errorf("put right again: %v", err)
	}
}

// TestStoreAtOnce: nobody's token is lost where many are made at the same time.
func TestStoreAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	var mu sync.Mutex
	made := map[string]bool{}
	for range 16 {
		all.Go(func() {
			token, _, err := NewStore(dir, time.Now).Add(t.Context(), "ana", time.Time{})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			made[token] = true
		})
	}
	all.Wait()
	s := NewStore(dir, time.Now)
	for token := range made {
		if _, err := s.Verify(t.Context(), token); err != nil {
			t.Error(err)
		}
	}
	if rows, err := s.List(); err != nil || len(rows) != 16 {
		t.Errorf("%d, %v", len(rows), err)
	}
}
