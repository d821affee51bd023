package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wslite/wslite/internal/loopback"
)

// people are the users of the soak. Each has an account, a token at the server,
// and data that names its owner.
var people = []string{"ana", "bo", "cy"}

func address(who string) string { return who + "@corp.example" }

// owned is what stands in all that belongs to one of the people.
func owned(who string) string { return "of-" + who + "-alone" }

// town is where the people's accounts are: an authorization server, and Google's
// services over TLS with the proxy that leads to them.
type town struct {
	login    *httptest.Server
	services *loopback.Server
	tokens   map[string]string // for the server, by person
}

func (t *town) close() {
	t.login.Close()
	if t.services != nil {
		t.services.Close()
	}
}

// settle makes the accounts, signs them in and gives each person a token.
func (w *world) settle() (*town, error) {
	t := &town{login: httptest.NewServer(http.HandlerFunc(login)), tokens: map[string]string{}}
	var err error
	authority := filepath.Join(w.home, "authority")
	if err = os.MkdirAll(authority, 0o700); err == nil {
		t.services, err = loopback.Serve(http.HandlerFunc(service), filepath.Join(authority, "ca.pem"),
			"gmail.googleapis.com", "www.googleapis.com", "tasks.googleapis.com", "oauth2.googleapis.com")
	}
	if err == nil {
		w.env = append(w.env, t.services.Env()...)
		err = w.signIn(t)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (w *world) signIn(t *town) error {
	var c strings.Builder
	fmt.Fprintf(&c, "[auth]\nstore = \"file\"\n[auth.provider]\nauth_url = %q\ntoken_url = %q\n", t.login.URL+"/auth", t.login.URL+"/token")
	for _, who := range people {
		fmt.Fprintf(&c, "[profile.%s]\nbackend = \"google\"\naccount = %q\n[mcp.users.%s]\nprofile = %q\n", who, who, who, who)
	}
	file := filepath.Join(w.home, "wslite.toml")
	if err := os.WriteFile(file, []byte(c.String()), 0o600); err != nil {
		return err
	}
	w.env = append(w.env, "WSLITE_CONFIG="+file)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	private := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	for _, who := range people {
		raw, err := json.Marshal(map[string]string{
			"type": "service_account", "client_email": address(who), "private_key_id": "k", "private_key": string(private), "token_uri": t.login.URL + "/token",
		})
		if err != nil {
			return err
		}
		file := filepath.Join(w.home, who+".json")
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			return err
		}
		if _, err := w.wslite("auth", "login", "--service-account", file, "--account", who, "--services", "gmail,drive,tasks"); err != nil {
			return err
		}
		token, err := w.wslite("mcp", "token", "add", who)
		if err != nil {
			return err
		}
		t.tokens[who] = strings.TrimSpace(token)
	}
	return nil
}

// login gives the access token of whoever an assertion is of.
func login(w http.ResponseWriter, r *http.Request) {
	_, rest, _ := strings.Cut(r.PostFormValue("assertion"), ".")
	claims, _, _ := strings.Cut(rest, ".")
	raw, err := base64.RawURLEncoding.DecodeString(claims)
	var c struct{ Iss string }
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	who, _, ok := strings.Cut(c.Iss, "@")
	if err != nil || !ok {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	answer(w, map[string]any{"access_token": "access-" + who, "token_type": "Bearer", "expires_in": 3600})
}

// service answers as Google's services do, with what belongs to whoever shows the
// access token.
func service(w http.ResponseWriter, r *http.Request) {
	who, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer access-")
	if !ok {
		http.Error(w, `{"error":{"code":401,"status":"UNAUTHENTICATED","message":"no token"}}`, http.StatusUnauthorized)
		return
	}
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/gmail/v1/users/me/profile"):
		answer(w, map[string]any{"emailAddress": owned(who) + "@corp.example", "messagesTotal": 3, "threadsTotal": 2, "historyId": "7"})
	case strings.HasPrefix(path, "/drive/v3/files/"):
		id := strings.TrimPrefix(path, "/drive/v3/files/")
		answer(w, map[string]any{"id": id, "name": "file " + owned(who), "mimeType": "text/plain", "size": "12", "modifiedTime": "2026-01-01T00:00:00.000Z"})
	case r.Method == http.MethodPost && strings.HasPrefix(path, "/tasks/v1/lists/"):
		var task map[string]any
		if json.NewDecoder(r.Body).Decode(&task) != nil || task == nil {
			http.Error(w, `{"error":{"code":400,"message":"no task"}}`, http.StatusBadRequest)
			return
		}
		task["id"], task["status"], task["notes"] = "t1", "needsAction", owned(who)
		task["updated"] = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		answer(w, task)
	default:
		http.Error(w, `{"error":{"code":404,"status":"NOT_FOUND","message":"not here"}}`, http.StatusNotFound)
	}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}
