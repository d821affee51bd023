package pgtest

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// user is the server's administrator.
const user = "wslite"

// cluster is a server and its directory.
type cluster struct {
	bin, dir string
	port     int
	password string
	// keeper holds the pipe whose end tells the watchman that this process is
	// gone.
	keeper *os.File

	mu      sync.Mutex
	running bool
}

// create makes the directory, starts the server and sets the watchman on it.
func create(bin string) (*cluster, error) {
	dir, err := os.MkdirTemp("", "wslite-postgres-")
	if err != nil {
		return nil, err
	}
	c := &cluster{bin: bin, dir: dir, password: rand.Text()}
	if err := c.create(); err != nil {
		c.down()
		os.RemoveAll(dir)
		return nil, err
	}
	return c, nil
}

func (c *cluster) create() error {
	secret := filepath.Join(c.dir, "password")
	if err := os.WriteFile(secret, []byte(c.password), 0o600); err != nil {
		return err
	}
	if err := give(c.dir, secret); err != nil {
		return err
	}
	// Another user of this machine must not get in, so the password is asked
	// for also on the loopback address.
	err := c.run("initdb", "-D", c.data(), "-U", user, "--auth=scram-sha-256", "--pwfile="+secret,
		"--no-sync", "-E", "UTF8", "--no-locale")
	if err != nil {
		return err
	}
	if err := os.Remove(secret); err != nil {
		return err
	}
	if err := c.watch(); err != nil {
		return err
	}
	// The port is free when it is looked for; somebody may still be quicker.
	for try := 1; ; try++ {
		if c.port, err = freePort(); err != nil {
			return err
		}
		if err = c.up(); err == nil || try == 3 {
			return err
		}
	}
}

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }

// watch starts a process that waits for the end of this one, also when it is
// killed, and then ends the server and removes its directory.
func (c *cluster) watch() error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	cmd := exec.Command("sh", "-c", `read -r _; "$0/pg_ctl" -D "$1/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$1"`, c.bin, c.dir)
	cmd.Stdin, cmd.Dir = r, "/"
	apart(cmd)
	if err := cmd.Start(); err != nil {
		w.Close()
		return err
	}
	go cmd.Wait() // it outlives this process, or there is nothing to do about it
	c.keeper = w
	return nil
}

// up starts the server, unless it runs.
func (c *cluster) up() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running {
		return nil
	}
	// Nothing here has to survive a power cut.
	options := fmt.Sprintf("-c listen_addresses=127.0.0.1 -c port=%d -c unix_socket_directories='' -c fsync=off -c full_page_writes=off"+
		" -c shared_buffers=16MB -c max_connections=120 -c logging_collector=off", c.port)
	if err := c.run("pg_ctl", "-D", c.data(), "-w", "-t", "120", "-l", filepath.Join(c.dir, "log"), "-o", options, "start"); err != nil {
		log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
		return fmt.Errorf("%w\n%s", err, tail(string(log)))
	}
	c.running = true
	return nil
}

// down ends the server at once, unless it is down.
func (c *cluster) down() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.running {
		return nil
	}
	c.running = false
	return c.run("pg_ctl", "-D", c.data(), "-m", "immediate", "-w", "-t", "120", "stop")
}

// run runs one of the server's programs.
func (c *cluster) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(c.bin, program), args...)
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	apart(cmd)
	// A file, not a pipe: the server inherits it, and would keep a pipe open.
	out, err := os.CreateTemp("", "wslite-postgres-out-")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", program, err, tail(string(text)))
	}
	return nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// tail is the end of a program's words, where it says what went wrong.
func tail(s string) string {
	s = strings.TrimSpace(s)
	return s[max(0, len(s)-2000):]
}
