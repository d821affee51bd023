package output

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/wslite/wslite/host/fault"
)

func decode(t testing.TB, s string) any {
	t.Helper()
	v, err := Document([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFields(t *testing.T) {
	for spec, want := range map[string]struct {
		columns []string
		json    string
	}{
		"id":                  {[]string{"id"}, `{"id":1}`},
		" owner.email , id":   {[]string{"owner.email", "id"}, `{"id":1,"owner":{"email":"e"}}`},
		"owner(email,name),x": {[]string{"owner.email", "owner.name", "x"}, `{"owner":{"email":"e","name":"n"}}`},
		"a(b(c),d/e)":         {[]string{"a.b.c", "a.d.e"}, `{"a":{"b":{"c":2},"d":{"e":3}}}`},
		"list/k":              {[]string{"list.k"}, `{"list":[{"k":1},{"k":2}]}`},
		"none":                {[]string{"none"}, `{}`},
	} {
		f, err := ParseFields(spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if !slices.Equal(f.Columns(), want.columns) {
			t.Errorf("%s: columns %q", spec, f.Columns())
		}
		v := decode(t, `{"id":1,"owner":{"email":"e","name":"n","z":0},"a":{"b":{"c":2,"z":0},"d":{"e":3}},"list":[{"k":1,"z":0},{"k":2}]}`)
		if got, _ := json.Marshal(f.Apply(v)); string(got) != want.json {
			t.Errorf("%s: %s, want %s", spec, got, want.json)
		}
	}
	for _, bad := range []string{"", ",", "a(", "a)", "a,,b", "a b(", "a/", "("} {
		if _, err := ParseFields(bad); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%q: %v", bad, err)
		}
	}
	f, _ := ParseFields("x")
	if got, _ := json.Marshal(f.Apply([]any{})); string(got) != "[]" {
		t.Errorf("an empty list became %s", got) // B86
	}
}

func runJQ(t *testing.T, expression, doc string) ([]string, error) {
	t.Helper()
	q, err := ParseQuery(expression)
	if err != nil {
		return nil, err
	}
	var out []string
	err = q.Run(t.Context(), decode(t, doc), func(s string) error { out = append(out, s); return nil })
	return out, err
}

func TestQuery(t *testing.T) {
	for _, c := range []struct{ expression, doc, want string }{
		{".data[].id", `{"data":[{"id":"a"},{"id":"b"}]}`, "a|b"},
		{".n", `{"n":12345678901234567890123}`, "12345678901234567890123"},
		{".n+1", `{"n":9007199254740993}`, "9007199254740994"},
		{"{a:.x}", `{"x":"<é>"}`, `{"a":"<é>"}`},
		{"empty", `{}`, ""},
		{"$ENV|length", `{}`, "0"},
		{"env.HOME", `{}`, "null"},
		{".f", `{"f":1.5}`, "1.5"},
		{"1,halt,2", `{}`, "1"},
	} {
		got, err := runJQ(t, c.expression, c.doc)
		if err != nil || strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q (%v), want %q", c.expression, got, err, c.want)
		}
	}
	// What can't be read is a mistake of the command line, found before any call;
	// what fails at its work fails after it.
	for bad, code := range map[string]fault.Code{
		".[": fault.Usage, `include "a"; .`: fault.Usage, "input": fault.Usage,
		".a.b.c|error": fault.Client, ".n.x": fault.Client, `error("x")`: fault.Client,
	} {
		if _, err := runJQ(t, bad, `{"n":1}`); fault.CodeOf(err) != code {
			t.Errorf("%s: %v, want %s", bad, err, code)
		}
	}
}

func TestQueryStops(t *testing.T) {
	q, err := ParseQuery("def f: f; f")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.Run(ctx, nil, func(string) error { return nil }); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("%v", err)
	}
	q, _ = ParseQuery("range(10)")
	stop := errors.New("enough")
	if err := q.Run(t.Context(), nil, func(string) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}

// B85: one header for all pages, the union of the columns, RFC 4180, true.
func TestB85CSV(t *testing.T) {
	rows := decode(t, `[{"a":1},{"a":2,"b":true,"c":"x,\"y\"\nz"},{"o":{"p":null,"q":[1,"2"]},"é":"=1"}]`).([]any)
	var b bytes.Buffer
	if err := CSV(&b, nil, []string{"c", "none", "a"}, rows); err != nil {
		t.Fatal(err)
	}
	want := "c,a,b,o.p,o.q,é\n,1,,,,\n\"x,\"\"y\"\"\nz\",2,true,,,\n,,,,\"[1,\"\"2\"\"]\",=1\n"
	if b.String() != want {
		t.Errorf("%q\nwant\n%q", b.String(), want)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(records) != 4 {
		t.Errorf("%v %v", records, err)
	}
	b.Reset()
	if err := CSV(&b, []string{"o", "a"}, nil, rows[1:]); err != nil {
		t.Fatal(err)
	}
	if want := "o,a\n,2\n\"{\"\"p\"\":null,\"\"q\"\":[1,\"\"2\"\"]}\",\n"; b.String() != want {
		t.Errorf("%q\nwant\n%q", b.String(), want)
	}
	// What a spreadsheet takes for a formula is data to everyone else.
	b.Reset()
	formulas := decode(t, `[{"a":"=1+1"},{"a":"+49 30 1"},{"a":"-5"},{"a":"@x"},{"a":-5}]`).([]any)
	if err := CSV(&b, nil, nil, formulas); err != nil || b.String() != "a\n=1+1\n+49 30 1\n-5\n@x\n-5\n" {
		t.Errorf("%q %v", b.String(), err)
	}
	b.Reset()
	if err := CSV(&b, nil, nil, nil); err != nil || b.Len() != 0 {
		t.Errorf("no rows: %q %v", b.String(), err)
	}
}

func TestAt(t *testing.T) {
	v := decode(t, `{"a":{"b":1},"a.b":2,"c.d":{"e":3}}`)
	for path, want := range map[string]any{"a.b": json.Number("2"), "c.d.e": json.Number("3"), "a.x": nil, "a.b.c": nil, "": v} {
		if got := At(v, path); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// What is written reads back as the same JSON, strings as strings.
func TestYAML(t *testing.T) {
	for _, doc := range []string{
		`{"z":1,"a":"x","list":[],"o":{},"n":null,"t":true}`,
		`{"s":["yes","no","on","null","~","","123","1e3","0x1f","1_000","2026-01-02","- a","a: b","#x"," lead","trail ","<<","=","!t","&a","*a","@x","%"]}`,
		`{"m":"line1\nline2\n","tab":"a\tb","ctl":"a\u0007\u001b[0m\u009b","bidi":"\u202e","emoji":"😀","nel":"a\u0085b\u2028c","big":123456789012345678901234,"f":1.50}`,
		`[{"a":[[1,2],[{"b":"c"}]]}]`,
		`"x"`,
	} {
		var b bytes.Buffer
		if err := YAML(&b, []byte(doc)); err != nil {
			t.Errorf("%s: %v", doc, err)
			continue
		}
		var got any
		if err := yaml.Unmarshal(b.Bytes(), &got); err != nil {
			t.Errorf("%s: %v in\n%s", doc, err, b.String())
			continue
		}
		var want any
		if err := json.Unmarshal([]byte(doc), &want); err != nil {
			t.Fatal(err)
		}
		back, _ := json.Marshal(got)
		var again any
		if err := json.Unmarshal(back, &again); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%s became\n%s", doc, b.String())
		}
		if strings.ContainsAny(b.String(), "\x07\x1b") {
			t.Errorf("a control character is written as it is: %q", b.String())
		}
	}
	var b bytes.Buffer
	if err := YAML(&b, []byte(`{"z":"one","a":[1],"e":"x\ny"}`)); err != nil || b.String() != "z: one\na:\n  - 1\ne: |-\n  x\n  y\n" {
		t.Errorf("%q %v", b.String(), err)
	}
}
