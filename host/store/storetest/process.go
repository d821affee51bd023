package storetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/store"
)

// childEnv makes a run of the test program one of many processes that race.
const childEnv = "WSLITE_STORETEST_CHILD"

const (
	processes = 8
	rounds    = 20
)

// RaceProcesses runs the test of the given name in many processes at once. That
// test calls it, too: in a process of its own it opens the store with open,
// which all of them share, and begins the same keys as the others. The store is
// new, so they also race for making it. env is added to their environment.
func RaceProcesses(t *testing.T, name string, open func() (store.Store, error), env ...string) {
	if os.Getenv(childEnv) == "1" {
		child(t, open)
		return
	}
	var cmds []*exec.Cmd
	var starts []io.Closer
	var outs []*bufio.Scanner
	for range processes {
		cmd := exec.Command(os.Args[0], "-test.run=^"+name+"$", "-test.count=1")
		cmd.Env = append(append(os.Environ(), childEnv+"=1"), env...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
		cmds, starts, outs = append(cmds, cmd), append(starts, in), append(outs, bufio.NewScanner(out))
	}
	for _, out := range outs {
		if !out.Scan() || out.Text() != "ready" {
			t.Fatalf("a process is not ready: %q", out.Text())
		}
	}
	for _, start := range starts {
		start.Close()
	}
	won := map[string]int{}
	for i, out := range outs {
		lines := 0
		for out.Scan() {
			key, result, ok := strings.Cut(out.Text(), " ")
			if !ok || !strings.HasPrefix(key, "key") {
				continue
			}
			lines++
			switch result {
			case "acquired":
				won[key]++
			case "stands":
			default:
				t.Errorf("process %d: %s", i, out.Text())
			}
		}
		if lines != rounds {
			t.Errorf("process %d told of %d keys, not of %d", i, lines, rounds)
		}
		if err := cmds[i].Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	for round := range rounds {
		if n := won[fmt.Sprint("key", round)]; n != 1 {
			t.Errorf("key %d was acquired by %d processes", round, n)
		}
	}
}

// child is one of the processes. It waits until all are there.
func child(t *testing.T, open func() (store.Store, error)) {
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for round := range rounds {
		key := fmt.Sprint("key", round)
		_, acquired, err := s.Begin(context.Background(), beginning(key))
		switch {
		case err != nil:
			fmt.Println(key, err)
		case acquired:
			fmt.Println(key, "acquired")
		default:
			fmt.Println(key, "stands")
		}
	}
}
