package oauth

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// recorder stands in for Google's hosts: an HTTP proxy that answers for each
// host itself, with certificates of an authority of its own. The program needs
// no hook for it, only the variables that every program of a company network
// knows.
type recorder struct {
	t    *testing.T
	ca   tls.Certificate
	file string // the authority's certificate
	addr string

	mu sync.Mutex
	// calls are "HOST PATH TOKEN".
	calls []string
	// reject are tokens that are answered with 401.
	reject map[string]bool
}

func record(t *testing.T) *recorder {
	t.Helper()
	r := &recorder{t: t, reject: map[string]bool{}, file: filepath.Join(t.TempDir(), "ca.pem")}
	r.ca = r.certificate("test authority", nil)
	data := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.ca.Certificate[0]})
	if err := os.WriteFile(r.file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	r.addr = l.Addr().String()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go r.serve(c)
		}
	}()
	return r
}

// certificate makes one for a name; without an issuer it is an authority's.
func (r *recorder) certificate(name string, issuer *tls.Certificate) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		r.t.Fatal(err)
	}
	x := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		BasicConstraintsValid: true,
	}
	parent, signer := x, any(key)
	if issuer == nil {
		x.IsCA, x.KeyUsage = true, x509.KeyUsageCertSign
	} else {
		x.DNSNames = []string{name}
		parent, signer = issuer.Leaf, issuer.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, x, parent, &key.PublicKey, signer)
	if err != nil {
		r.t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		r.t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// serve answers one connection: CONNECT, then requests over TLS. A warmed
// connection may end without a request.
func (r *recorder) serve(c net.Conn) {
	defer c.Close()
	connect, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil || connect.Method != http.MethodConnect {
		return
	}
	io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
	host, _, _ := net.SplitHostPort(connect.Host)
	secure := tls.Server(c, &tls.Config{Certificates: []tls.Certificate{r.certificate(host, &r.ca)}, MinVersion: tls.VersionTLS12})
	lines := bufio.NewReader(secure)
	for {
		req, err := http.ReadRequest(lines)
		if err != nil {
			return
		}
		token := strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")
		r.mu.Lock()
		r.calls = append(r.calls, host+" "+req.URL.Path+" "+token)
		status, body := "200 OK", `{"items":[]}`
		if r.reject[token] {
			status, body = "401 Unauthorized", `{"error":{"code":401,"message":"Invalid Credentials"}}`
		}
		r.mu.Unlock()
		io.WriteString(secure, "HTTP/1.1 "+status+"\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body)
	}
}

// called gives the calls since the last time.
func (r *recorder) called() [][]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out [][]string
	for _, c := range r.calls {
		out = append(out, strings.Split(c, " "))
	}
	r.calls = nil
	return out
}
