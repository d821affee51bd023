package gmailapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// TestManyRequestsAtOnce would hang if content were kept or read within a
// transaction: the store has one connection.
func TestManyRequestsAtOnce(t *testing.T) {
	b := newBench(t)
	const workers, rounds = 8, 5
	ask := func(method, path, body string) int {
		rec := httptest.NewRecorder()
		b.handler.ServeHTTP(rec, httptest.NewRequest(method, "/gmail/v1/users/me/"+path, strings.NewReader(body)))
		return rec.Code
	}
	first := b.simple("first", "UNREAD")
	errs := make(chan string, workers*rounds*4)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := range rounds {
				for _, r := range [][3]string{
					{"POST", "messages/send", raw(compose("x", "To: "+me, fmt.Sprintf("Subject: %d of %d", i, w)))},
					{"GET", "messages/" + first, ""},
					{"POST", "messages/" + first + "/modify", fmt.Sprintf(`{"%sLabelIds":["STARRED"]}`, []string{"add", "remove"}[(w+i)%2])},
					{"GET", "threads?q=in:inbox", ""},
				} {
					if code := ask(r[0], r[1], r[2]); code != http.StatusOK {
						errs <- fmt.Sprint(r[0], " ", r[1], ": ", code)
					}
				}
			}
		})
	}
	all.Wait()
	close(errs)
	for e := range errs {
		t.Error(e)
	}
	equal(t, "messages", b.must(200, "GET", "profile", "").at("messagesTotal"), float64(workers*rounds+1))
}
