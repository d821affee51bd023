package memory

import (
	"testing"

	"github.com/wslite/wslite/host/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Harness {
		clock := storetest.NewClock()
		return storetest.Harness{Store: New(clock.Now), Advance: clock.Advance}
	})
}
