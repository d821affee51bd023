package pgtest

import (
	"context"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func number(t *testing.T, dsn, query string) (n int, err error) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.Background())
	return n, conn.QueryRow(t.Context(), query).Scan(&n)
}

func TestEachTestHasADatabase(t *testing.T) {
	a, b := Start(t), Start(t)
	if a.DSN == b.DSN || a.Port != b.Port {
		t.Error("two tests share a database, or have two servers")
	}
	a.Exec(t, a.Database, "CREATE TABLE x (n INTEGER); INSERT INTO x VALUES (7)")
	if n, err := number(t, a.DSN, "SELECT n FROM x"); n != 7 || err != nil {
		t.Error(n, err)
	}
	if _, err := number(t, b.DSN, "SELECT n FROM x"); err == nil {
		t.Error("a table is seen from another database")
	}
	if _, err := number(t, a.Address(a.User, "wrong", a.Database), "SELECT 1"); err == nil {
		t.Error("a wrong password is let in")
	}
}

func TestStopAndRestart(t *testing.T) {
	s := Start(t)
	s.Exec(t, s.Database, "CREATE TABLE x (n INTEGER); INSERT INTO x VALUES (7)")
	s.Stop(t)
	if _, err := number(t, s.DSN, "SELECT 1"); err == nil {
		t.Error("the server answers after Stop")
	}
	s.Restart(t)
	if n, err := number(t, s.DSN, "SELECT n FROM x"); n != 7 || err != nil {
		t.Error(n, err)
	}
}

const child = "WSLITE_PGTEST_CHILD"

// TestNothingIsLeft: the server ends with the process, also when that is killed.
func TestNothingIsLeft(t *testing.T) {
	if os.Getenv(child) == "1" {
		s := Start(t)
		os.WriteFile(os.Getenv("WSLITE_PGTEST_OUT"), []byte(s.c.dir+"\n"+strconv.Itoa(s.Port)), 0o600)
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		select {}
	}
	Start(t) // skips where there is none
	out := t.TempDir() + "/out"
	cmd := exec.Command(os.Args[0], "-test.run=^TestNothingIsLeft$")
	cmd.Env = append(os.Environ(), child+"=1", "WSLITE_PGTEST_OUT="+out)
	if text, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("the child was not killed: %s", text)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	dir, port, _ := strings.Cut(string(data), "\n")
	gone := func() bool {
		_, err := os.Stat(dir)
		conn, dialErr := net.Dial("tcp", "127.0.0.1:"+port)
		if dialErr == nil {
			conn.Close()
		}
		return os.IsNotExist(err) && dialErr != nil
	}
	for end := time.Now().Add(time.Minute); !gone(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server, or its directory, is still there a minute after its process was killed")
		}
	}
}
