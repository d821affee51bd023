package route

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wslite/wslite/sdk/abi"
)

// A table that someone edited by hand into nonsense does not load.
func TestLoadRefuses(t *testing.T) {
	const head = `{"service":"x","api":"x:v1","revision":"1","routes":[`
	for name, body := range map[string]string{
		"not JSON":       `{`,
		"unknown key":    head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/a","url":"b"}]}`,
		"other table":    `{"service":"y","api":"y:v1","revision":"1","routes":[]}`,
		"other service":  head + `{"id":"y.a","method":"GET","host":"x.googleapis.com","path":"/a"}]}`,
		"GET mutates":    head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/a","mutates":true}]}`,
		"twice":          head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/a"},{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/b"}]}`,
		"no parameter":   head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/{a}"}]}`,
		"other name":     head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/{a}","pathParams":[{"name":"b","type":"string"}]}]}`,
		"parameter type": head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/{a}","pathParams":[{"name":"a","type":"boolean"}]}]}`,
		"bad pattern":    head + `{"id":"x.a","method":"GET","host":"x.googleapis.com","path":"/{a}","pathParams":[{"name":"a","type":"string","pattern":"("}]}]}`,
	} {
		tab, err := load(fstest.MapFS{"t/x.json": {Data: []byte(body)}}, "t")
		if err != nil {
			t.Fatal(err)
		}
		if err := tab.Verify(); err == nil || !strings.Contains(err.Error(), "x.json") {
			t.Errorf("%s: loaded, %v", name, err)
		}
		if _, ok := tab.Get("x.a"); ok {
			t.Errorf("%s: there is a route of it", name)
		}
		if _, err := tab.With([]abi.Route{{ID: "y.a", Method: "GET", Host: "y.example.org", Path: "/a"}}); err == nil {
			t.Errorf("%s: another's routes stand beside it", name)
		}
	}
}

// The other services' tables use what Tasks does not: custom verbs, patterns,
// integers in the path, enums.
func TestLoadUsesEveryRule(t *testing.T) {
	const body = `{"service":"x","api":"x:v1","revision":"1","routes":[
	 {"id":"x.a.append","method":"POST","host":"x.googleapis.com","path":"/v4/{id}/sheets/{n}/values/{range}:append",
	  "pathParams":[{"name":"id","type":"string"},{"name":"n","type":"integer","format":"int32"},{"name":"range","type":"string","pattern":"^[^/]+$"}],
	  "query":[{"name":"mode","type":"string","repeated":true,"enum":["RAW","USER"]},{"name":"history","type":"string","format":"uint64"}],
	  "body":"V","response":"R","scopes":["s"],"mutates":true},
	 {"id":"x.a.query","method":"POST","host":"x.googleapis.com","path":"/q","scopes":["s"],"mutates":false}]}`
	tab, err := load(fstest.MapFS{"t/x.json": {Data: []byte(body)}}, "t")
	if err != nil {
		t.Fatal(err)
	}
	r, _ := tab.Get("x.a.append")
	ok := map[string]string{"id": "s", "n": "12", "range": "'A B'!A1:B2"}
	u, err := r.URL(ok, map[string]abi.Raw{"mode": abi.Raw(`["RAW"]`), "history": abi.Raw(`"18446744073709551615"`)})
	const want = "https://x.googleapis.com/v4/s/sheets/12/values/%27A%20B%27%21A1%3AB2:append?history=18446744073709551615&mode=RAW"
	if err != nil || u.String() != want {
		t.Errorf("%v %v", u, err)
	}
	for name, value := range map[string]string{"mode": `["RAW","OTHER"]`, "history": `"18446744073709551616"`} {
		if _, err := r.URL(ok, map[string]abi.Raw{name: abi.Raw(value)}); err == nil {
			t.Errorf("%s=%s passed", name, value)
		}
	}
	for _, n := range []string{"x", "1.0", "+1", "2147483648"} {
		if _, err := r.URL(map[string]string{"id": "s", "n": n, "range": "A1"}, nil); err == nil {
			t.Errorf("sheet %q passed", n)
		}
	}
	if q, _ := tab.Get("x.a.query"); q.Mutates || q.TakesBody() {
		t.Errorf("%+v", q)
	}
}
