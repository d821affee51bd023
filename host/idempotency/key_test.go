package idempotency_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
)

func TestW132CheckKey(t *testing.T) {
	for _, key := range []string{"a", "order-4711", "two words", "Bestellung für Ömer", "b1f0c8c6-…", strings.Repeat("k", 256), idempotency.FreshKey()} {
		if err := idempotency.CheckKey(key); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
	for name, key := range map[string]string{
		"empty": "", "long": strings.Repeat("k", 257), "long in bytes": strings.Repeat("ü", 129), "a line": "a\nb", "a NUL": "a\x00b",
		"an escape": "a\x1b[31m", "a zero width": "a\u200bb", "turned around": "a\u202eb", "not UTF-8": "a\xff", "a blank before": " a",
		"a blank behind": "a ", "a no-break space": "a\u00a0b", "a private letter": "a\ue000", "a draft's": "draft:d-abc:1",
	} {
		err := idempotency.CheckKey(key)
		if fault.CodeOf(err) != fault.Usage || fault.Of(err).Field != "idempotencyKey" {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && len(key) > 2 && strings.Contains(err.Error(), key) {
			t.Errorf("%s: the key is in the words: %v", name, err)
		}
	}
}

// The pipeline takes the keys of drafts, and nothing that has no form.
func TestBeginChecksForm(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		b.begin(request("draft:d-abc:1"))
		b.refused(request(""), fault.Usage)
		b.refused(request("a\u200b"), fault.Usage)
	})
}

func TestFreshKeyAndID(t *testing.T) {
	form := regexp.MustCompile(`^auto-[0-9a-f]{32}$`)
	a, b := idempotency.FreshKey(), idempotency.FreshKey()
	if a == b || !form.MatchString(a) || !form.MatchString(b) {
		t.Error(a, b)
	}
	o := store.Owner{Tenant: "t", Account: "a"}
	id := idempotency.KeyID(o, "customer-4711")
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(id) || id != idempotency.KeyID(o, "customer-4711") || id == idempotency.KeyID(o, "customer-4712") {
		t.Error(id)
	}
}
