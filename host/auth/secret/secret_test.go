package secret

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/wslite/wslite/host/fault"
)

func env(m map[string]string) func(string) string { return func(k string) string { return m[k] } }

// memory is a keyring in memory; its fields break it.
type memory struct {
	mu      sync.Mutex
	entries map[string]string
	forgets bool
	hangs   chan struct{}
	longest int
}

func (m *memory) Get(_, user string) (string, error) {
	if m.hangs != nil {
		<-m.hangs
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.entries[user]
	if !ok {
		return "", keyring.ErrNotFound
	}
	return v, nil
}

func (m *memory) Set(_, user, value string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.longest = max(m.longest, len(value))
	if m.forgets {
		value = ""
	}
	m.entries[user] = value
	return nil
}

func (m *memory) Delete(_, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.entries, user)
	return nil
}

func newMemory() *memory { return &memory{entries: map[string]string{}} }

func ringStore(m *memory) Store { return Verified(&keyringStore{ring: m, limit: time.Second}) }

// suite is what every store must do.
func suite(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	if _, err := s.Get(ctx, "a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("before the first write: %v", err)
	}
	long := bytes.Repeat([]byte("0123456789\x00\xff"), 1500)
	for _, v := range [][]byte{[]byte("one"), long, []byte("two"), []byte("{\"x\":\"\\u2028\"}")} {
		if err := s.Set(ctx, "a", v); err != nil {
			t.Fatal(err)
		}
		got, err := s.Get(ctx, "a")
		if err != nil || !bytes.Equal(got, v) {
			t.Fatalf("%.20q: got %.20q %v", v, got, err)
		}
	}
	if _, err := s.Get(ctx, "b"); !errors.Is(err, ErrNotFound) {
		t.Errorf("another name: %v", err)
	}
	if err := s.Set(ctx, "b", long); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, n := range []string{"a", "b"} {
			if err := s.Delete(ctx, n); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := s.Get(ctx, "a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("after the deletion: %v", err)
	}
	for _, n := range []string{"", "../x", "A", "a/b", ".a", strings.Repeat("a", 65)} {
		if s.Set(ctx, n, []byte("x")) == nil || s.Delete(ctx, n) == nil {
			t.Errorf("the name %q is taken", n)
		}
		if _, err := s.Get(ctx, n); err == nil {
			t.Errorf("the name %q is read", n)
		}
	}
	if err := s.Set(ctx, "a", nil); err == nil {
		t.Error("an empty secret is stored")
	}
}

func TestKeyringStore(t *testing.T) {
	m := newMemory()
	suite(t, ringStore(m))
	if len(m.entries) != 0 {
		t.Errorf("left behind: %d entries", len(m.entries))
	}
	if m.longest > 2400 {
		t.Errorf("an entry of %d bytes; Windows takes 2560", m.longest)
	}
}

func TestFileStore(t *testing.T) {
	for name, e := range map[string]map[string]string{"open key": nil, "passphrase": {EnvPassword: "correct horse"}} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "s")
			suite(t, Verified(newFileStore(dir, env(e))))
			info, err := os.Stat(filepath.Join(dir, "key.json"))
			if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("%v %v", info, err)
			}
			left, _ := os.ReadDir(dir)
			if len(left) != 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// Nothing of a value stands in any file, and with a passphrase the key lies in
// none either.
func TestFilesAreSealed(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	pass := map[string]string{}
	f := newFileStore(dir, env(pass))
	if err := f.Set(ctx, "a", []byte("refresh-token-1")); err != nil {
		t.Fatal(err)
	}
	open, err := f.key.read()
	if err != nil {
		t.Fatal(err)
	}
	// A passphrase that comes later seals the key at the next write.
	pass[EnvPassword] = "p1"
	if err := f.Set(ctx, "b", []byte("refresh-token-2")); err != nil {
		t.Fatal(err)
	}
	key, err := newFileStore(dir, env(pass)).key.read()
	if err != nil || !bytes.Equal(open, key) {
		t.Fatalf("the key changed: %v", err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range files {
		data, _ := os.ReadFile(path)
		if bytes.Contains(data, []byte("refresh")) || bytes.Contains(data, []byte(`"key"`)) {
			t.Errorf("%s shows it: %q", path, data)
		}
	}
	for pass, want := range map[string]string{"": EnvPassword + " is not set", "p2": "is not the passphrase"} {
		_, err := newFileStore(dir, env(map[string]string{EnvPassword: pass})).Get(ctx, "a")
		if err == nil || !strings.Contains(err.Error(), want) || pass != "" && strings.Contains(err.Error(), pass) {
			t.Errorf("%q: %v", pass, err)
		}
	}
	// A file in the place of another, and one that was changed.
	a, b := filepath.Join(dir, "a.sealed"), filepath.Join(dir, "b.sealed")
	data, _ := os.ReadFile(a)
	for name, bad := range map[string][]byte{
		"swapped": data, "changed": append(data[:len(data)-1:len(data)-1], data[len(data)-1]^1), "cut": data[:10], "empty": {},
	} {
		if err := os.WriteFile(b, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := newFileStore(dir, env(pass0("p1"))).Get(ctx, "b"); fault.CodeOf(err) != fault.Client || errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func pass0(p string) map[string]string { return map[string]string{EnvPassword: p} }

// Many that make the key at once all get the same.
func TestOneKeyIsMade(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			s := Verified(newFileStore(dir, env(nil)))
			if err := s.Set(ctx, "n"+string(rune('a'+i)), []byte("x")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range 16 {
		if _, err := newFileStore(dir, env(nil)).Get(ctx, "n"+string(rune('a'+i))); err != nil {
			t.Error(err)
		}
	}
}

// B28: a keyring that says yes and keeps nothing is found out at once, and the
// file store is named as the way out.
func TestB28WriteIsReadBack(t *testing.T) {
	m := newMemory()
	m.forgets = true
	err := ringStore(m).Set(context.Background(), "a", []byte("token"))
	if err == nil || !strings.Contains(err.Error(), `store = "file"`) || strings.Contains(err.Error(), "token\"") {
		t.Errorf("%v", err)
	}
}

// B27: a keyring that hangs costs its limit, and the error names the setting.
func TestB27SilentKeyring(t *testing.T) {
	m := newMemory()
	m.hangs = make(chan struct{})
	defer close(m.hangs)
	s := Verified(&keyringStore{ring: m, limit: 20 * time.Millisecond})
	_, err := s.Get(context.Background(), "a")
	if fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), `store = "file" below [auth]`) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ringStore(m).Get(ctx, "a"); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("cancelled: %v", err)
	}
}

// B27: no bus means the file store at once; a bus that takes the connection
// and says nothing is an error within the limit.
func TestB27Bus(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has a session bus")
	}
	begun := time.Now()
	for name, e := range map[string]map[string]string{
		"nothing set": {}, "no socket": {"XDG_RUNTIME_DIR": t.TempDir()},
	} {
		s, err := Open(context.Background(), Options{Kind: Auto, Dir: t.TempDir(), Getenv: env(e)})
		if err != nil || s.Kind() != File {
			t.Errorf("%s: %v %v", name, s, err)
		}
	}
	if _, err := Open(context.Background(), Options{Kind: Keyring, Getenv: env(nil)}); err == nil || !strings.Contains(err.Error(), `store = "file"`) {
		t.Errorf("a keyring is asked for: %v", err)
	}
	if d := time.Since(begun); d > 2*time.Second {
		t.Errorf("it took %v", d)
	}

	path := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
		}
	}()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	if r := probe(context.Background(), os.Getenv, 100*time.Millisecond); r != mute {
		t.Errorf("a silent bus: %v", r)
	}
	if err := silent(busLimit); !strings.Contains(err.Error(), "within 5 seconds") {
		t.Errorf("%v", err)
	}
	// An address where nobody listens is no keyring either.
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path+".none")
	if r := probe(context.Background(), os.Getenv, time.Second); r != absent {
		t.Errorf("nobody listens: %v", r)
	}
	if _, err := Open(context.Background(), Options{Kind: "vault", Getenv: env(nil)}); err == nil {
		t.Error("an unknown store is taken")
	}
}

// A key or a secret whose file others may read is not used in silence.
func TestLooseModesAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	dir, ctx := t.TempDir(), context.Background()
	s := Verified(newFileStore(dir, env(nil)))
	if err := s.Set(ctx, "a", []byte("refresh-token-1")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"key.json", "a.sealed"} {
		path := filepath.Join(dir, name)
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := Verified(newFileStore(dir, env(nil))).Get(ctx, "a"); fault.CodeOf(err) != fault.Client || got != nil || !strings.Contains(err.Error(), "chmod go-rwx") {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if err := os.Chmod(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Get(ctx, "a"); err != nil || string(got) != "refresh-token-1" {
		t.Errorf("%q %v", got, err)
	}
}
