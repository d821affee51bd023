package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// service answers every request with a random answer of its route.
type service struct {
	routes  []served
	schemas map[string]*shape
	ids     []string

	mu      sync.Mutex
	answers answers
	// failing is how often in a hundred a request is refused.
	failing int
	log     []string
}

// served is a route and what its requests look like.
type served struct {
	route
	path *regexp.Regexp
}

var templateVar = regexp.MustCompile(`\\\{[^}]*\\\}`)

func newService(tab *table, schemas map[string]*shape) *service {
	s := &service{schemas: schemas, ids: idsOf[tab.Service]}
	for _, r := range tab.Routes {
		expr := templateVar.ReplaceAllString(regexp.QuoteMeta(r.Path), `[^/]+`)
		x := served{r, regexp.MustCompile(`^(/upload|/resumable/upload)?` + expr + `$`)}
		if strings.Contains(r.Path, "{") {
			s.routes = append(s.routes, x)
		} else { // words win over variables
			s.routes = append([]served{x}, s.routes...)
		}
	}
	return s
}

// begin readies the service for a call.
func (s *service) begin(seed uint64, call string) {
	r := rand.New(rand.NewPCG(seed, uint64(len(call))))
	for _, b := range []byte(call) {
		r = rand.New(rand.NewPCG(r.Uint64(), uint64(b)))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = answers{Rand: r, schemas: s.schemas, ids: s.ids, pages: pick(r, []int{0, 0, 1, 3}), sparse: r.IntN(8) == 0}
	s.failing = pick(r, []int{0, 0, 0, 10, 30})
	s.log = nil
}

var refusals = []struct {
	status int
	reason string
}{{404, "notFound"}, {403, "forbidden"}, {403, "insufficientPermissions"}, {409, "duplicate"}, {412, "conditionNotMet"}, {400, "invalid"}, {410, "deleted"}, {429, "rateLimitExceeded"}, {503, "backendError"}}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := &s.answers
	s.log = append(s.log, r.Method+" "+r.URL.RequestURI())
	for _, x := range s.routes {
		if !x.path.MatchString(r.URL.EscapedPath()) || x.Method != r.Method && r.URL.Query().Get("upload_id") == "" {
			continue
		}
		if a.IntN(100) < s.failing {
			no := pick(a.Rand, refusals)
			return answer(no.status, "application/json", fmt.Appendf(nil, `{"error":{"code":%d,"message":"No.","errors":[{"domain":"global","reason":%q,"message":"No."}]}}`, no.status, no.reason)), nil
		}
		q := r.URL.Query()
		if q.Get("uploadType") == "resumable" && q.Get("upload_id") == "" {
			q.Set("upload_id", "u1")
			out := answer(200, "application/json", nil)
			out.Header.Set("Location", "https://"+r.URL.Host+r.URL.EscapedPath()+"?"+q.Encode())
			return out, nil
		}
		if q.Get("alt") == "media" || x.ID == "drive.files.export" {
			return answer(200, pick(a.Rand, mimeTypes), []byte(pick(a.Rand, words))), nil
		}
		if x.Response == "" {
			return answer(204, "", nil), nil
		}
		a.most = 200
		for _, name := range []string{"maxResults", "pageSize"} {
			if n, err := strconv.Atoi(q.Get(name)); err == nil {
				a.most = n
			}
		}
		body, ok := a.of(&shape{Ref: x.Response}, x.Response, "", 0).(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s answers with no object", x.ID)
		}
		b, err := json.Marshal(body)
		return answer(200, "application/json; charset=UTF-8", b), err
	}
	return nil, fmt.Errorf("%s %s is no route", r.Method, r.URL.Path)
}

func answer(status int, contentType string, body []byte) *http.Response {
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/2.0", ProtoMajor: 2,
		Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
}
