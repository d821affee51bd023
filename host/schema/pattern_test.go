package schema

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func withPatterns(patterns ...string) abi.Raw {
	var props []string
	for i, p := range patterns {
		props = append(props, fmt.Sprintf(`"k%d":{"type":"string","pattern":%q}`, i, p))
	}
	return abi.Raw(`{"type":"object","properties":{` + strings.Join(props, ",") + `},"additionalProperties":false}`)
}

// A third party's schema is compiled on the host, where no fuel is counted.
func TestPatternsAreBounded(t *testing.T) {
	many := make([]string, 1000)
	for i := range many {
		many[i] = fmt.Sprintf("(a{1,30}b{1,30}){1,30}%d", i)
	}
	for name, raw := range map[string]abi.Raw{
		"one":  withPatterns(strings.Repeat("(a{1,30}b{1,30}){1,30}", 500)),
		"many": withPatterns(many...),
		"open": withPatterns(strings.Repeat("a{1000,}", 100)),
	} {
		start := time.Now()
		_, err := Compile(raw)
		if fault.CodeOf(err) != fault.PluginRefused || strings.Count(fmt.Sprint(err), "too large") != 1 {
			t.Errorf("%s: got %v", name, err)
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%s: it took %v", name, d)
		}
	}
	same := make([]string, 2000)
	for i := range same {
		same[i] = `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`
	}
	if _, err := Compile(withPatterns(same...)); err != nil {
		t.Errorf("one pattern in many places: %v", err)
	}
	if _, err := Compile(withPatterns(`(?=a)b`)); fault.CodeOf(err) != fault.PluginRefused || !strings.Contains(err.Error(), "can't be compiled") {
		t.Errorf("got %v", err)
	}
}
