package canon_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/fault"
)

// The example of RFC 8785, section 3.2.2 and 3.2.3.
func TestRFC8785Example(t *testing.T) {
	// The RFC's first number, 333333333.33333329, has a digit that a double can't hold.
	const in = `{"numbers":[333333333.3333333,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`
	const want = `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
	var v any
	if err := json.Unmarshal([]byte(in), &v); err != nil {
		t.Fatal(err)
	}
	got, err := canon.Of(v)
	if err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// A37: the same payload with keys in another order has an equal digest; one
// character changed gives another.
func TestA37KeyOrder(t *testing.T) {
	digest := func(s string) string {
		d, err := canon.Digest(json.RawMessage(s))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a := digest(`{"to":"a@x.example","n":1.0,"list":[{"b":2,"a":1}]}`)
	if b := digest(`{ "list" : [ {"a":1,"b":2e0} ], "n":1, "to":"a@x.example" }`); a != b {
		t.Errorf("%s and %s", a, b)
	}
	if b := digest(`{"to":"b@x.example","n":1.0,"list":[{"b":2,"a":1}]}`); a == b {
		t.Error("another address has the same digest")
	}
	if !strings.HasPrefix(a, "sha256:") || len(a) != len("sha256:")+64 {
		t.Errorf("form of %s", a)
	}
}

func TestNumbersAreNotRounded(t *testing.T) {
	for n, want := range map[string]string{
		"9007199254740993": `"9007199254740993"`, "0.1000000000000000000001": `"0.1000000000000000000001"`,
		"1e400": `"1e400"`, "1e-400": `"1e-400"`, "1e99999999999": `"1e99999999999"`, "12345678901234567890": `"12345678901234567890"`,
		"9007199254740992": "9007199254740992", "0.1": "0.1", "-0": "0", "1e3": "1000", "1000000000000000000000": "1e+21", "5e-324": "5e-324", "2.50": "2.5",
	} {
		got, err := canon.Of(map[string]any{"n": []any{json.Number(n)}})
		if err != nil || string(got) != `{"n":[`+want+`]}` {
			t.Errorf("%s: %s %v", n, got, err)
		}
	}
	if _, err := canon.Of(func() {}); fault.CodeOf(err) != fault.BadRequest {
		t.Error(err)
	}
}

// Canonical bytes mean what the value meant, and are their own canonical form.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := map[string]any{}
		for _, k := range rapid.SliceOfN(rapid.String(), 0, 6).Draw(t, "keys") {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				v[k] = rapid.String().Draw(t, "text")
			case 1:
				v[k] = rapid.Float64Range(-1e300, 1e300).Draw(t, "number") + 0 // RFC 8785 writes -0 as 0
			case 2:
				v[k] = []any{nil, rapid.Bool().Draw(t, "bool")}
			default:
				v[k] = map[string]any{rapid.String().Draw(t, "inner"): ""}
			}
		}
		once, err := canon.Of(v)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := canon.Of(json.RawMessage(once))
		if err != nil || string(once) != string(twice) {
			t.Fatalf("%v\n%s\n%s", err, once, twice)
		}
		var a, b any
		if json.Unmarshal(must(json.Marshal(v)), &a) != nil || json.Unmarshal(once, &b) != nil {
			t.Fatal("not JSON")
		}
		if string(must(json.Marshal(a))) != string(must(json.Marshal(b))) {
			t.Fatalf("%s became %s", must(json.Marshal(a)), once)
		}
	})
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
