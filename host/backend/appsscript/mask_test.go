package appsscript

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// A proxy that repeats the token it got must not bring it into an error, a
// warning or a log.
func TestTokenIsMaskedInFailures(t *testing.T) {
	for name, body := range map[string]string{
		"message":  `{"success":false,"error":{"code":"UNAUTHORIZED","message":"no: ` + secret + `."}}`,
		"code":     `{"success":false,"error":{"code":"` + secret + `","message":"m","correlationId":"` + secret + `"}}`,
		"warnings": `{"success":true,"data":null,"warnings":["` + secret + ` is old"]}`,
	} {
		server := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
		r, err := at(server.URL, server.Client()).Do(t.Context(), read())
		if err != nil {
			t.Fatal(name, err)
		}
		if said := fmt.Sprintf("%+v %+v", r, r.Error); strings.Contains(said, secret) || !strings.Contains(said, "[masked]") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// The same in an answer that is no HTTP, whose text the client library quotes.
func TestTokenIsMaskedInBrokenAnswers(t *testing.T) {
	for name, answer := range map[string]string{
		"status line": "HTTP/1.1 " + secret + "\r\n\r\n",
		"header":      "HTTP/1.1 200 OK\r\nbad " + secret + "\r\n\r\n",
		"length":      "HTTP/1.1 200 OK\r\nContent-Length: " + secret + "\r\n\r\n",
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { listener.Close() })
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				conn.Read(make([]byte, 4096))
				io.WriteString(conn, answer)
				conn.Close()
			}
		}()
		_, err = at("http://"+listener.Addr().String(), nil).Do(t.Context(), read())
		if fault.Of(err) == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A short secret is no reason to tear words apart.
func TestShortSecretsAreLeft(t *testing.T) {
	if _, err := mask("a", nil, fault.New(fault.Network, "banana")); err.Error() != "banana" {
		t.Error(err)
	}
}

func TestSetupKeyIsMaskedInFailures(t *testing.T) {
	const key = "setup-key-77"
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"success":false,"error":{"code":"FORBIDDEN","message":"`+key+` is wrong"}}`)
	})
	r, err := at(server.URL, server.Client()).Bootstrap(t.Context(), "tasks", key, false)
	if err != nil || strings.Contains(r.Error.Message, key) {
		t.Errorf("%+v, %v", r.Error, err)
	}
}
