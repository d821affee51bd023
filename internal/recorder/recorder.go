// Package recorder stands in for Google's servers under their real names, on
// loopback: a proxy that takes CONNECT for those names and refuses every other,
// TLS with a certificate authority of its own, and a handler that a test brings.
// A release binary that is given the proxy and the authority by the standard
// environment variables needs no hook to be tested against it.
//
// Start reading at New.
package recorder

import (
	"bufio"
	"bytes"
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
	"slices"
	"sync"
	"testing"
	"time"
)

// Request is one request as it came over TLS, its body read whole.
type Request struct {
	Method, Host, Path, Query string
	Proto                     string
	Header                    http.Header
	Body                      []byte
}

// Recorder is a running stand-in.
type Recorder struct {
	proxy  net.Listener
	server *http.Server
	inner  net.Listener
	ca     string
	hosts  []string

	mu      sync.Mutex
	got     []Request
	refused []string
}

// New starts a stand-in for the hosts. It ends with the test.
func New(t testing.TB, handler http.Handler, hosts ...string) *Recorder {
	t.Helper()
	cert, ca := certificate(t, hosts)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, ca, 0o600); err != nil {
		t.Fatal(err)
	}
	r := &Recorder{ca: file, hosts: hosts, inner: listen(t), proxy: listen(t)}
	r.server = &http.Server{
		Handler:   http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.record(w, req, handler) }),
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"h2", "http/1.1"}},
	}
	go r.server.ServeTLS(r.inner, "", "")
	go r.serveProxy()
	t.Cleanup(func() { r.proxy.Close(); r.server.Close() })
	return r
}

// Env are the variables that lead a program here.
func (r *Recorder) Env() []string {
	url := "http://" + r.proxy.Addr().String()
	return []string{"HTTPS_PROXY=" + url, "HTTP_PROXY=" + url, "SSL_CERT_FILE=" + r.ca, "SSL_CERT_DIR=" + filepath.Dir(r.ca)}
}

// Requests gives what came so far, and forgets it.
func (r *Recorder) Requests() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.got
	r.got = nil
	return got
}

// Refused gives the addresses that someone wanted to reach and that no test
// allows.
func (r *Recorder) Refused() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.refused)
}

func (r *Recorder) record(w http.ResponseWriter, req *http.Request, next http.Handler) {
	body, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	r.mu.Lock()
	r.got = append(r.got, Request{
		Method: req.Method, Host: req.Host, Path: req.URL.EscapedPath(), Query: req.URL.RawQuery,
		Proto: req.Proto, Header: req.Header.Clone(), Body: body,
	})
	r.mu.Unlock()
	next.ServeHTTP(w, req)
}

func (r *Recorder) serveProxy() {
	for {
		c, err := r.proxy.Accept()
		if err != nil {
			return
		}
		go r.tunnel(c)
	}
}

// tunnel answers one CONNECT.
func (r *Recorder) tunnel(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	req, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	host, port, _ := net.SplitHostPort(req.Host)
	if req.Method != http.MethodConnect || port != "443" || !slices.Contains(r.hosts, host) {
		r.mu.Lock()
		r.refused = append(r.refused, req.Method+" "+req.Host)
		r.mu.Unlock()
		io.WriteString(c, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
		return
	}
	to, err := net.Dial("tcp", r.inner.Addr().String())
	if err != nil {
		return
	}
	defer to.Close()
	io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n")
	done := make(chan struct{}, 2)
	go func() { io.Copy(to, in); done <- struct{}{} }()
	go func() { io.Copy(c, to); done <- struct{}{} }()
	<-done
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// certificate makes an authority and a certificate of it for the hosts.
func certificate(t testing.TB, hosts []string) (tls.Certificate, []byte) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, &caKey.PublicKey, caKey)
	must(err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: hosts[0]}, DNSNames: hosts,
		NotBefore: ca.NotBefore, NotAfter: ca.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, &key.PublicKey, caKey)
	must(err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caDER})
}
