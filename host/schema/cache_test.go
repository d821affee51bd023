package schema

import (
	"encoding/json"
	"reflect"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

const (
	cacheCounts = `{"type":"object","properties":{"n":{"type":"integer","default":1},"list":{"type":"array","items":{"type":"string"},"default":["a"]}},"additionalProperties":false}`
	cacheNames  = `{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":false}`
)

func TestCache(t *testing.T) {
	var c Cache
	of := func(name, raw string) *Schema {
		t.Helper()
		s, err := c.Of(name, abi.Raw(raw))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := of("a", cacheCounts)
	if of("a", cacheCounts) != first {
		t.Error("a schema was compiled twice")
	}
	if of("b", cacheNames) == first || of("a", cacheCounts) != first {
		t.Error("two tools share a schema")
	}
	// A plugin that was changed has another schema under the same name.
	if changed := of("a", cacheNames); changed == first {
		t.Error("the old schema stands")
	} else if _, err := changed.Check(map[string]any{"n": json.Number("1")}); fault.CodeOf(err) != fault.Usage {
		t.Errorf("the new schema does not bind: %v", err)
	}
	if s, err := (*Cache)(nil).Of("a", abi.Raw(cacheNames)); err != nil || s == nil {
		t.Errorf("without a cache: %v", err)
	}
	if _, err := c.Of("a", abi.Raw(`{}`)); fault.CodeOf(err) != fault.PluginRefused {
		t.Errorf("a wrong schema: %v", err)
	}
}

// One schema checks for many, and what one of them does with its arguments no
// other sees.
func TestOneSchemaForMany(t *testing.T) {
	var c Cache
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				s, err := c.Of("a", abi.Raw(cacheCounts))
				if err != nil {
					t.Error(err)
					return
				}
				args, err := s.Check(nil)
				if err != nil || !reflect.DeepEqual(args, map[string]any{"n": json.Number("1"), "list": []any{"a"}}) {
					t.Errorf("%v, %v", args, err)
					return
				}
				args["list"].([]any)[0] = "mine"
				delete(args, "n")
			}
		})
	}
	all.Wait()
}
