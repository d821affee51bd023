package rest_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/sdk/abi"
)

// B31: two accounts that share transport and pacer never send each other's
// token, also while tokens are renewed.
func TestB31TokensOfTwoAccounts(t *testing.T) {
	var wrong atomic.Int32
	shared := roundTrip(func(r *http.Request) (*http.Response, error) {
		who := r.URL.Query().Get("pageToken")
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch token {
		case who + "-old":
			return respond(401, "")(r)
		case who + "-new":
		default:
			wrong.Add(1)
		}
		return respond(200, `{}`)(r)
	})
	pacer := rest.NewPacer()
	var group sync.WaitGroup
	for _, who := range []string{"a", "b"} {
		b := newBench(t, shared, func(o *rest.Options) {
			o.Pacer, o.Account = pacer, who
			o.Token = func(context.Context, string, []string) (string, error) { return who + "-old", nil }
			o.Renew = func(context.Context, string, []string, string) (string, error) { return who + "-new", nil }
		})
		req := list
		req.Query = map[string]abi.Raw{"pageToken": abi.Raw(`"` + who + `"`)}
		for range 50 {
			group.Go(func() {
				if res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(req, req))); err != nil || !res.Success {
					t.Error(res, err)
				}
			})
		}
	}
	group.Wait()
	if n := wrong.Load(); n > 0 {
		t.Errorf("%d requests with another's token", n)
	}
}
