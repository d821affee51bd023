package cli

import (
	"net/http"

	"github.com/wslite/wslite/host/fault"
)

// roundTripper names the interface so that small interfaces can mention it.
type roundTripper = http.RoundTripper

// noNetwork is the transport of the demo: nothing leaves the machine, by
// construction.
type noNetwork struct{}

func (noNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fault.New(fault.Network, "the demo has no network, and something asked for %s", r.URL.Host)
}
