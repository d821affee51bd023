package postgres

import (
	"io"
	"net"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/store/storetest"
)

// Another machine's server gets neither the password nor a record in the clear
// because it, or somebody on the way, says that it knows no TLS.
func TestNothingFallsBackToClearText(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://u@db.example/x":                          "db.example tls",
		"postgres://u@db.example/x?sslmode=prefer":           "db.example tls",
		"postgres://u@db.example/x?sslmode=allow":            "db.example tls",
		"postgres://u@db.example/x?sslmode=require":          "db.example tls",
		"postgres://u@db.example/x?sslmode=verify-full":      "db.example tls",
		"postgres://u@db.example/x?sslmode=disable":          "db.example clear",
		"postgres://u@a.example:1,b.example:2/x":             "a.example tls, b.example tls",
		"host=192.0.2.7 dbname=x":                            "192.0.2.7 tls",
		"host=localhost.evil.example":                        "localhost.evil.example tls",
		"postgres://u@localhost/x":                           "localhost tls, localhost clear",
		"postgres://u@127.0.0.1/x":                           "127.0.0.1 tls, 127.0.0.1 clear",
		"postgres://u@[::1]/x":                               "::1 tls, ::1 clear",
		"postgres://u@[::ffff:127.0.0.1]/x":                  "::ffff:127.0.0.1 tls, ::ffff:127.0.0.1 clear",
		"postgres://u@/x?host=/run/pg":                       "/run/pg clear",
		"postgres://u@db.example,localhost/x?sslmode=prefer": "db.example tls, localhost tls, localhost clear",
	} {
		c, err := parse(dsn)
		if err != nil {
			t.Errorf("%s: %v", dsn, err)
			continue
		}
		way := func(host string, tls bool) string {
			if tls {
				return host + " tls"
			}
			return host + " clear"
		}
		got := []string{way(c.Host, c.TLSConfig != nil)}
		for _, f := range c.Fallbacks {
			got = append(got, way(f.Host, f.TLSConfig != nil))
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s: %s, want %s", dsn, all, want)
		}
	}
}

// A server without TLS is told about as what it is.
func TestAServerThatRefusesTLS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
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
			io.ReadFull(c, make([]byte, 8)) // the request for TLS
			c.Write([]byte("N"))
			c.Close()
		}
	}()
	_, err = Open(t.Context(), "postgres://u:s3cret@"+l.Addr().String()+"/x?sslmode=require", Options{})
	storetest.Refused(t, err, "does not speak TLS")
}
