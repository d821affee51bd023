// Package loopback serves a handler under Google's host names on this machine: a
// proxy that takes CONNECT for those names and refuses every other, and TLS with
// a certificate authority of its own. A release binary that is given the proxy
// and the authority by the standard environment variables needs no hook to be
// tested or measured against it.
//
// Start reading at Serve.
package loopback

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Server is a running stand-in.
type Server struct {
	proxy, inner net.Listener
	server       *http.Server
	ca           string
	hosts        []string

	mu      sync.Mutex
	refused []string
}

// Serve starts a stand-in for the hosts and writes the authority's certificate
// to the file ca, in a folder of its own: programs read all that lies beside it.
// Close ends it.
func Serve(handler http.Handler, ca string, hosts ...string) (*Server, error) {
	cert, authority, err := certificate(hosts)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(ca, authority, 0o600); err != nil {
		return nil, err
	}
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		inner.Close()
		return nil, err
	}
	s := &Server{proxy: proxy, inner: inner, ca: ca, hosts: hosts, server: &http.Server{
		Handler:   handler,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"h2", "http/1.1"}},
	}}
	go s.server.ServeTLS(inner, "", "")
	go s.serveProxy()
	return s, nil
}

// Close ends the server; what is being answered is cut.
func (s *Server) Close() error {
	s.proxy.Close()
	return s.server.Close()
}

// Proxy is the address of the proxy, as http://127.0.0.1:PORT.
func (s *Server) Proxy() string { return "http://" + s.proxy.Addr().String() }

// Authority is the file with the authority's certificate.
func (s *Server) Authority() string { return s.ca }

// Env are the variables that lead a program here.
func (s *Server) Env() []string {
	return []string{"HTTPS_PROXY=" + s.Proxy(), "HTTP_PROXY=" + s.Proxy(), "SSL_CERT_FILE=" + s.ca, "SSL_CERT_DIR=" + filepath.Dir(s.ca)}
}

// Refused gives the requests for addresses that are not served.
func (s *Server) Refused() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.refused)
}

func (s *Server) serveProxy() {
	for {
		c, err := s.proxy.Accept()
		if err != nil {
			return
		}
		go s.tunnel(c)
	}
}

// tunnel answers one CONNECT.
func (s *Server) tunnel(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	req, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	host, port, _ := net.SplitHostPort(req.Host)
	if req.Method != http.MethodConnect || port != "443" || !slices.Contains(s.hosts, host) {
		s.mu.Lock()
		s.refused = append(s.refused, req.Method+" "+req.Host)
		s.mu.Unlock()
		io.WriteString(c, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
		return
	}
	to, err := net.Dial("tcp", s.inner.Addr().String())
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
