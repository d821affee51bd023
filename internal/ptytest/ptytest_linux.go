// Package ptytest gives tests a terminal: what a program draws on it, what a
// person types at it, and the state in which it is left.
package ptytest

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// guard is how long a test waits for something before it fails. Nothing depends
// on it but a test that hangs.
const guard = 60 * time.Second

// Terminal is one pseudo-terminal.
type Terminal struct {
	t testing.TB
	// TTY is the program's side.
	TTY    *os.File
	person *os.File

	mu  sync.Mutex
	out bytes.Buffer
}

// Open makes a terminal of a size in cells. It is gone when the test ends.
func Open(t testing.TB, width, height int) *Terminal {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("this machine gives no pseudo-terminal: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	term := &Terminal{t: t, TTY: tty, person: person}
	term.Resize(width, height)
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 4096)
		for {
			n, err := person.Read(buf)
			term.mu.Lock()
			term.out.Write(buf[:n])
			term.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		tty.Close() // the last one: reading ends
		<-done
		person.Close()
	})
	return term
}

// Resize gives the terminal another size, and tells the programs on it that have
// it as theirs.
func (t *Terminal) Resize(width, height int) {
	t.t.Helper()
	size := &unix.Winsize{Col: uint16(width), Row: uint16(height)}
	if err := unix.IoctlSetWinsize(int(t.person.Fd()), unix.TIOCSWINSZ, size); err != nil {
		t.t.Fatal(err)
	}
}

// Type presses keys.
func (t *Terminal) Type(keys string) {
	t.t.Helper()
	if _, err := t.person.WriteString(keys); err != nil {
		t.t.Fatal(err)
	}
}

// Output is all that was written so far.
func (t *Terminal) Output() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.out.String()
}

var sequences = regexp.MustCompile(`\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\^_=>78])`)

// Words is what was written, without blanks and the sequences that move and
// colour: a program may draw blanks by moving.
func (t *Terminal) Words() string { return bare(sequences.ReplaceAllString(t.Output(), "")) }

func bare(s string) string { return strings.Join(strings.Fields(s), "") }

// WaitFor waits until the terminal has been written s, blanks aside.
func (t *Terminal) WaitFor(s string) {
	t.t.Helper()
	t.Until(func() bool { return strings.Contains(t.Words(), bare(s)) }, "the terminal shows "+s)
}

// Until waits for a condition.
func (t *Terminal) Until(ok func() bool, what string) {
	t.t.Helper()
	for end := time.Now().Add(guard); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.t.Fatalf("never came true: %s\n%q", what, t.Words())
		}
	}
}

// State is how the terminal is set: what must be as before when a program ends.
func (t *Terminal) State() unix.Termios {
	t.t.Helper()
	state, err := unix.IoctlGetTermios(int(t.TTY.Fd()), unix.TCGETS)
	if err != nil {
		t.t.Fatal(err)
	}
	return *state
}

// WantRestored fails the test unless the terminal is set as it was, shows its
// ordinary screen and the cursor.
func (t *Terminal) WantRestored(before unix.Termios) {
	t.t.Helper()
	if after := t.State(); after != before {
		t.t.Errorf("the terminal is set otherwise than before:\n%+v\n%+v", before, after)
	}
	t.Until(func() bool {
		out := t.Output()
		return last(out, "\x1b[?1049l") >= last(out, "\x1b[?1049h") && last(out, "\x1b[?25h") >= last(out, "\x1b[?25l")
	}, "the ordinary screen and the cursor are back")
}

func last(s, part string) int { return strings.LastIndex(s, part) }
