package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// world is where servers run: a home of their own, and what leads them to the
// services on loopback.
type world struct {
	bin, home string
	env       []string
}

// server is one running `wslite mcp`.
type server struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.ReadCloser
	// url is where it serves over HTTP; "" over stdio.
	url string
	end func() error
}

// children are the servers that run.
var children struct {
	sync.Mutex
	all map[*server]struct{}
}

func endAll() {
	children.Lock()
	all := children.all
	children.all = nil
	children.Unlock()
	for s := range all {
		s.cmd.Process.Kill()
	}
}

// wslite runs a command to its end and gives what it printed on stdout.
func (w world) wslite(args ...string) (string, error) {
	cmd := exec.Command(w.bin, args...)
	cmd.Env, cmd.Dir = w.env, w.home
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("wslite %s: %w\n%s", strings.Join(args, " "), err, said.String())
	}
	return string(out), nil
}

// start starts a server; over HTTP at a free port where http is true.
func (w world) start(http bool, args ...string) (*server, error) {
	args = append([]string{"mcp"}, args...)
	if http {
		args = append(args, "--http", "127.0.0.1:0")
	}
	s := &server{cmd: exec.Command(w.bin, args...)}
	s.cmd.Env, s.cmd.Dir = slices.Clone(w.env), w.home
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if s.out, err = s.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	said, err := s.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	children.Lock()
	if children.all == nil {
		children.all = map[*server]struct{}{}
	}
	children.all[s] = struct{}{}
	children.Unlock()
	s.end = sync.OnceValue(s.stop)
	lines := bufio.NewScanner(said)
	if http {
		if s.url, err = serving(lines); err != nil {
			s.end()
			return nil, err
		}
	}
	go func() {
		for lines.Scan() {
			if !strings.Contains(lines.Text(), "preparing the plugin") {
				fmt.Fprintln(os.Stderr, "server:", lines.Text())
			}
		}
	}()
	return s, nil
}

// serving waits for the line that tells the address.
func serving(lines *bufio.Scanner) (string, error) {
	var said []string
	for lines.Scan() {
		if _, rest, ok := strings.Cut(lines.Text(), "serving MCP at "); ok {
			url, _, _ := strings.Cut(rest, ";")
			return url, nil
		}
		said = append(said, lines.Text())
	}
	return "", fmt.Errorf("the server did not start: %s", strings.Join(said, "\n"))
}

// endTime is how long a server may take to end; it lets calls that run end.
const endTime = 40 * time.Second

// stop ends the server as a person would, and waits for it.
func (s *server) stop() error {
	children.Lock()
	delete(children.all, s)
	children.Unlock()
	s.in.Close()
	if s.url != "" {
		s.cmd.Process.Signal(syscall.SIGTERM)
	}
	late := time.AfterFunc(endTime, func() { s.cmd.Process.Kill() })
	err := s.cmd.Wait()
	if !late.Stop() {
		return errors.New("the server did not end")
	}
	var code *exec.ExitError
	if errors.As(err, &code) && code.ExitCode() == 130 || s.cmd.ProcessState.ExitCode() == 143 {
		return nil // ended by the signal
	}
	return err
}
