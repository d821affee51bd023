package store

import (
	"testing"
	"time"
)

// A beginning is checked alike wherever the machine stands: the last time that
// a record may hold lies in the year 10000 east of Greenwich.
func TestBeginningInEveryZone(t *testing.T) {
	was := time.Local
	defer func() { time.Local = was }()
	for hours := -12; hours <= 14; hours++ {
		time.Local = time.FixedZone("", hours*3600)
		b := Beginning{Owner: Owner{Tenant: "local:1"}, Key: "k", Operation: "tasks.create", Digest: "sha256:1", TTL: time.Minute, Attempts: 3}
		if err := b.Check(); err != nil {
			t.Errorf("%d hours from UTC: %v", hours, err)
		}
	}
}
