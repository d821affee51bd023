package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func sampleTool(cli *abi.CLI) *catalog.Tool {
	return &catalog.Tool{Tool: abi.Tool{Name: "things_do", CLI: cli}, Service: "things", Sub: "do"}
}

// flagsOf makes flags of "key=text" words; "key" alone is bare, "no-key" negated.
func flagsOf(words ...string) Flags {
	f := Flags{Values: map[string]FlagValue{}}
	for _, w := range words {
		k, v, hasValue := strings.Cut(w, "=")
		switch no, negated := strings.CutPrefix(k, "no-"); {
		case hasValue:
			f.Values[k] = FlagValue{Text: v}
		case negated:
			f.Values[no] = FlagValue{Negated: true}
		default:
			f.Values[k] = FlagValue{Bare: true}
		}
	}
	return f
}

func (f Flags) params(s string) Flags     { f.ParamsJSON = &s; return f }
func (f Flags) operations(s string) Flags { f.OperationsFile = &s; return f }
func (f Flags) key(s string) Flags        { f.IdempotencyKey = s; return f }

func TestParseReadsFlags(t *testing.T) {
	cases := []struct {
		name, schema string
		flags        Flags
		files        memFiles
		cli          *abi.CLI
		want         string
	}{
		{"text stays text", sample, flagsOf("id=x", `label=[x]`, `note={"a":1}`), nil, nil, `{"id":"x","count":20,"label":"[x]","note":"{\"a\":1}"}`},
		{"at sign is text", sample, flagsOf("id=x", "note=@f"), memFiles{"f": "no"}, nil, `{"id":"x","count":20,"note":"@f"}`},
		{"numbers", sample, flagsOf("id=x", "count= 0x10 ", "ratio=1e-3"), nil, nil, `{"id":"x","count":16,"ratio":0.001}`},
		{"digits beyond 2^53", sample, flagsOf("id=x", "ratio=9007199254740993.5"), nil, nil, `{"id":"x","count":20,"ratio":9007199254740993.5}`},
		{"bare boolean", sample, flagsOf("id=x", "done"), nil, nil, `{"id":"x","count":20,"done":true}`},
		{"negated boolean", sample, flagsOf("id=x", "no-done"), nil, nil, `{"id":"x","count":20,"done":false}`},
		{"boolean word", sample, flagsOf("id=x", "done= No "), nil, nil, `{"id":"x","count":20,"done":false}`},
		{"list as JSON", sample, flagsOf("id=x", `tags=["red"]`), nil, nil, `{"id":"x","count":20,"tags":["red"]}`},
		{"list from a file with BOM and CRLF", sample, flagsOf("id=x", "rows= @r.json "), memFiles{"r.json": "\ufeff[[1],\r\n[\"a\"]]\r\n"}, nil, `{"id":"x","count":20,"rows":[[1],["a"]]}`},
		{"list from standard input", sample, flagsOf("id=x", "rows=-"), memFiles{"-": "[[1]]"}, nil, `{"id":"x","count":20,"rows":[[1]]}`},
		{"object", sample, flagsOf("id=x", `start={"day":"2031-05-04"}`), nil, nil, `{"id":"x","count":20,"start":{"day":"2031-05-04","zone":"UTC"}}`},
		{"text or number: text", sample, flagsOf("id=x", "ref=abc"), nil, nil, `{"id":"x","count":20,"ref":"abc"}`},
		{"text or number: number", sample, flagsOf("id=x", "ref=12"), nil, nil, `{"id":"x","count":20,"ref":12}`},
		{"text or number: every digit", sample, flagsOf("id=x", "ref=12345678901234567890"), nil, nil, `{"id":"x","count":20,"ref":12345678901234567890}`},
		{"text or number: quoted", sample, flagsOf("id=x", `ref="12"`), nil, nil, `{"id":"x","count":20,"ref":"12"}`},
		{"text or number: no plain number", sample, flagsOf("id=x", "ref=007"), nil, nil, `{"id":"x","count":20,"ref":"007"}`},
		{"text or number: looks like a power", sample, flagsOf("id=x", "ref=12e5"), nil, nil, `{"id":"x","count":20,"ref":"12e5"}`},
		{"text or number: trailing zero", sample, flagsOf("id=x", "ref=1.10"), nil, nil, `{"id":"x","count":20,"ref":"1.10"}`},
		{"text or number: brace", sample, flagsOf("id=x", "ref={x}"), nil, nil, `{"id":"x","count":20,"ref":"{x}"}`},
		{"text or number: list", sample, flagsOf("id=x", "ref=[1]"), nil, nil, `{"id":"x","count":20,"ref":"[1]"}`},
		{"flags over params", sample, flagsOf("count=3").params(`{"id":"x","count":2,"done":true}`), nil, nil, `{"id":"x","count":3,"done":true}`},
		{"params from a file", sample, flagsOf().params("@p"), memFiles{"p": "\ufeff{\r\n\"id\":\"x\"}"}, nil, `{"id":"x","count":20}`},
		{"params from standard input", sample, flagsOf().params("-"), memFiles{"-": `{"id":"x"}`}, nil, `{"id":"x","count":20}`},
		{"empty params", sample, flagsOf("id=x").params(""), nil, nil, `{"id":"x","count":20}`},
		{"confirm is dropped everywhere", sample, flagsOf("id=x", "confirm=yes").params(`{"confirm":true}`), nil, nil, `{"id":"x","count":20}`},
		{"confirm in operations", batch, flagsOf().params(`{"operations":[{"action":"update","params":{"id":"a","confirm":true}}],"confirm":1}`), nil, nil,
			`{"operations":[{"action":"update","params":{"id":"a"}}]}`},
		{"operations file", batch, flagsOf().operations("ops.json").params(`{"operations":[{"action":"update"}]}`), memFiles{"ops.json": `[{"action":"list","params":{"max":1}}]`}, nil,
			`{"operations":[{"action":"list","params":{"max":1}}]}`},
		{"operations file with an at sign", batch, flagsOf().operations("@ops"), memFiles{"ops": "\ufeff[{\"action\":\"list\"}]\r\n"}, nil, `{"operations":[{"action":"list","params":{"max":50}}]}`},
		{"operations from standard input", batch, flagsOf().operations("-"), memFiles{"-": `[{"action":"list"}]`}, nil, `{"operations":[{"action":"list","params":{"max":50}}]}`},
		{"operations as lines", batch, flagsOf().operations("l"), memFiles{"l": "\ufeff{\"action\":\"list\"}\r\n\r\n{\"action\":\"plain\",\"params\":{\"id\":\"x\"}}\n"}, nil,
			`{"operations":[{"action":"list","params":{"max":50}},{"action":"plain","params":{"id":"x"}}]}`},
		{"file input", sample, flagsOf("id=x", "note=@n.txt"), memFiles{"n.txt": "\ufeff{from} a file\n"}, &abi.CLI{FileInputs: []string{"note"}}, `{"id":"x","count":20,"note":"{from} a file\n"}`},
		{"file input from standard input", sample, flagsOf("id=x", "note=@-"), memFiles{"-": "typed"}, &abi.CLI{FileInputs: []string{"note"}}, `{"id":"x","count":20,"note":"typed"}`},
		{"file input not used", sample, flagsOf("id=x", "note=-"), nil, &abi.CLI{FileInputs: []string{"note"}}, `{"id":"x","count":20,"note":"-"}`},
		{"text read as JSON by a hint", sample, flagsOf("id=x", `note="a\nb"`), nil, &abi.CLI{JSONKeys: []string{"note"}}, `{"id":"x","count":20,"note":"a\nb"}`},
	}
	for _, c := range cases {
		s := compiled(t, c.schema)
		got, err := s.Parse(sampleTool(c.cli), c.flags, c.files)
		if err != nil || !cmp.Equal(got, args(t, c.want)) {
			t.Errorf("%s: %v, %v", c.name, got, err)
			continue
		}
		if again, err := s.Check(got); err != nil || !cmp.Equal(again, got) {
			t.Errorf("%s: checked again: %v, %v", c.name, again, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	cases := []struct {
		name, schema string
		flags        Flags
		files        memFiles
		cli          *abi.CLI
		field, want  string
	}{
		{"blank number", sample, flagsOf("id=x", "count="), nil, nil, "count", "count must be a whole number from 1 to 100, not empty text"},
		{"NaN", sample, flagsOf("id=x", "ratio=NaN"), nil, nil, "ratio", `ratio must be a number above 0, not "NaN"`},
		{"fraction for a whole number", sample, flagsOf("id=x", "count=10.5"), nil, nil, "count", "count must be a whole number from 1 to 100, not 10.5"},
		{"word for a boolean", sample, flagsOf("id=x", "done=on"), nil, nil, "done", `done must be true or false, not "on"`},
		{"bare text", sample, flagsOf("id=x", "note"), nil, nil, "note", "note needs a value: text or null"},
		{"negated text", sample, flagsOf("id=x", "no-note"), nil, nil, "note", "note can't be negated"},
		{"plain words for a list", sample, flagsOf("id=x", "tags=red,green"), nil, nil, "tags", "tags must be JSON (a list of at least 1 item): line 1, column 1"},
		{"quotes lost", sample, flagsOf().params(`{userId:me}`), nil, nil, "paramsJson", "a shell may have removed quotes"},
		{"quotes lost in a flag", sample, flagsOf("id=x", "tags=[red]"), nil, nil, "tags", "a shell may have removed quotes"},
		{"text or number: wrong JSON", sample, flagsOf("id=x", "ref=true"), nil, nil, "ref", "ref must be text of at least 1 character or a whole number from 0 on, not true"},
		{"text or number: fraction", sample, flagsOf("id=x", "ref=1.5"), nil, nil, "ref", "not 1.5"},
		{"file is missing", sample, flagsOf("id=x", "rows=@none.json"), nil, nil, "rows", `rows can't be read from "none.json"`},
		{"no file name", sample, flagsOf("id=x", "rows=@"), nil, nil, "rows", "rows names no file"},
		{"file with broken JSON", sample, flagsOf("id=x", "rows=@r"), memFiles{"r": "[[1]"}, nil, "rows", "rows must be JSON"},
		{"params file is missing", sample, flagsOf().params("@none"), nil, nil, "paramsJson", `--params-json can't be read from "none"`},
		{"params file is empty", sample, flagsOf().params("@p"), memFiles{"p": ""}, nil, "paramsJson", "--params-json is no JSON"},
		{"params is a list", sample, flagsOf("id=x").params("[]"), nil, nil, "paramsJson", "--params-json must be a JSON object, not a list"},
		{"params with a key twice", sample, flagsOf("id=x").params(`{"note":"a","note":"b"}`), nil, nil, "paramsJson", "the key stands twice"},
		{"params not UTF-8", sample, flagsOf("id=x").params("{\"note\":\"\xff\"}"), nil, nil, "paramsJson", "not UTF-8"},
		{"params are not converted", sample, flagsOf("id=x").params(`{"count":"5"}`), nil, nil, "count", `not "5"`},
		{"flag not UTF-8", sample, flagsOf("id=x", "note=a\xffb"), nil, nil, "note", "note is not UTF-8"},
		{"file input not UTF-8", sample, flagsOf("id=x", "note=@f"), memFiles{"f": "\xff"}, &abi.CLI{FileInputs: []string{"note"}}, "note", "it is not UTF-8 text"},
		{"standard input twice", sample, flagsOf("id=x", "rows=-", "tags=@-"), memFiles{"-": "[]"}, nil, "tags", "tags can't be read from standard input: rows is read from there"},
		{"unknown argument", sample, flagsOf("id=x", "duee=1"), nil, nil, "duee", "duee is no argument here (did you mean due?)"},
		{"unknown argument of the prototype", sample, flagsOf("id=x", "toString=1"), nil, nil, "toString", "toString is no argument here"},
		{"operations for another tool", sample, flagsOf("id=x").operations("o"), memFiles{"o": "[]"}, nil, "operations", "operations is no argument here"},
		{"operations file without a name", batch, flagsOf().operations(" @"), nil, nil, "operationsFile", "--operations-file names no file"},
		{"operations file with an object", batch, flagsOf().operations("o"), memFiles{"o": `{"operations":[]}`}, nil, "operationsFile", "must hold a JSON list of operations"},
		{"operations file with text", batch, flagsOf().operations("o"), memFiles{"o": `"x"`}, nil, "operationsFile", `must hold a JSON list of operations, not "x"`},
		{"broken line", batch, flagsOf().operations("o"), memFiles{"o": "{\"action\":\"list\"}\n{\"action\":"}, nil, "operationsFile", "line 2 is neither"},
		{"broken operations file", batch, flagsOf().operations("o"), memFiles{"o": "["}, nil, "operationsFile", "--operations-file holds no JSON"},
		{"idempotency key for a tool without", sample, flagsOf("id=x").key("k"), nil, nil, "idempotencyKey", "idempotencyKey is not taken by things_do"},
		{"several", sample, flagsOf("count=x", "done=maybe", "bogus=1"), nil, nil, "id", "4 arguments are wrong: id is missing; count must be"},
		{"the source and a flag", sample, flagsOf("count=x").params("{"), nil, nil, "paramsJson", "2 arguments are wrong: --params-json is no JSON"},
	}
	for _, c := range cases {
		_, err := compiled(t, c.schema).Parse(sampleTool(c.cli), c.flags, c.files)
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if fault.CodeOf(err) != fault.Usage || fault.Of(err).Field != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: field %s: %v", c.name, fault.Of(err).Field, err)
		}
	}
}

func TestIdempotencyKey(t *testing.T) {
	s, tool := peerSchema(t, "tasks_create_tasklist")
	got, err := s.Parse(tool, flagsOf("title=t").params(`{"idempotencyKey":"base"}`).key("flag"), nil)
	if err != nil || got["idempotencyKey"] != "flag" {
		t.Errorf("%v %v", got, err)
	}
	if _, err := s.Parse(tool, flagsOf("title=t").key("sp ace"), nil); fault.Of(err).Field != "idempotencyKey" {
		t.Errorf("%v", err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f\x1b[31m.json")
	if err := os.WriteFile(name, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := NewFiles(strings.NewReader("from stdin"), 10)
	if b, err := f.ReadFile(name); err != nil || string(b) != "0123456789" {
		t.Errorf("%q %v", b, err)
	}
	if b, err := f.ReadFile("-"); err != nil || string(b) != "from stdin" {
		t.Errorf("%q %v", b, err)
	}
	cases := []struct {
		name  string
		files Files
		path  string
		code  fault.Code
		want  string
	}{
		{"too large", NewFiles(nil, 9), name, fault.LimitExceeded, "at most 9 bytes"},
		{"endless standard input", NewFiles(endless{}, 1000), "-", fault.LimitExceeded, "standard input is too large"},
		{"missing", f, filepath.Join(dir, "none"), fault.Usage, "no such file"},
		{"a folder", f, dir, fault.Usage, "is a folder"},
		{"no standard input", NewFiles(nil, 9), "-", fault.Usage, "no standard input"},
		{"reader that fails", NewFiles(broken{}, 9), "-", fault.Usage, "broken pipe"},
	}
	for _, c := range cases {
		_, err := c.files.ReadFile(c.path)
		if fault.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// The limit ends the call with its own code; the argument is not to blame.
	s := compiled(t, sample)
	_, err := s.Parse(sampleTool(nil), flagsOf("id=x", "rows=@"+name), NewFiles(nil, 9))
	if fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("%v", err)
	}
	_, err = s.Parse(sampleTool(nil), flagsOf("id=x", "rows=@"+dir), f)
	if fault.CodeOf(err) != fault.Usage || fault.Of(err).Field != "rows" || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("%v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestCoerce(t *testing.T) {
	cases := []struct{ schema, in, want string }{
		{sample, `{"count":"10","done":"false","ratio":" 1.5 "}`, `{"count":10,"done":false,"ratio":1.5}`},
		{sample, `{"count":"abc","done":"maybe"}`, `{"count":"abc","done":"maybe"}`},
		{sample, `{"count":"10.5"}`, `{"count":10.5}`}, // Check refuses it by its own name
		{sample, `{"tags":"[\"red\"]","rows":"[[\"Task\",1]]"}`, `{"tags":["red"],"rows":[["Task",1]]}`},
		{sample, `{"tags":"red"}`, `{"tags":"red"}`},
		{sample, `{"label":"[1,2]","note":"{}","id":"5"}`, `{"label":"[1,2]","note":"{}","id":"5"}`},
		{sample, `{"ref":"5"}`, `{"ref":"5"}`},
		{sample, `{"done":1}`, `{"done":true}`},
		{sample, `{"done":2}`, `{"done":2}`},
		{sample, `{"start":"{\"day\":\"2031-05-04\"}"}`, `{"start":{"day":"2031-05-04"}}`},
		{sample, `{"tags":"\"[]\""}`, `{"tags":"\"[]\""}`},
		{sample, `{"bogus":"5"}`, `{"bogus":"5"}`},
		{batch, `{"operations":"[{\"action\":\"list\",\"params\":{\"max\":\"7\"}}]"}`, `{"operations":[{"action":"list","params":{"max":7}}]}`},
		{batch, `{"operations":[{"action":"list","params":"{\"max\":7}"},{"action":"x","params":"{}"}]}`, `{"operations":[{"action":"list","params":{"max":7}},{"action":"x","params":"{}"}]}`},
	}
	for _, c := range cases {
		s, in := compiled(t, c.schema), args(t, c.in)
		if got := s.Coerce(in); !cmp.Equal(got, args(t, c.want)) {
			t.Errorf("%s: %v", c.in, got)
		}
		if !cmp.Equal(in, args(t, c.in)) {
			t.Errorf("%s: Coerce changed its argument", c.in)
		}
	}
}

func TestProperties(t *testing.T) {
	s := compiled(t, sample)
	var keys []string
	for _, p := range s.Properties() {
		keys = append(keys, p.Key)
	}
	if got := strings.Join(keys, " "); got != "id count ratio status due label to link done rows ref tags start apiToken note confirm" {
		t.Errorf("not in schema order: %s", got)
	}
	get := func(key string) Property {
		p, ok := s.Property(key)
		if !ok {
			t.Fatalf("no %s", key)
		}
		return p
	}
	if p := get("count"); p.Flag != "count" || p.Default != json.Number("20") || p.DefaultText != "20" || !p.HasDefault || p.Required ||
		p.Minimum != "1" || p.Maximum != "100" || p.Want != "a whole number from 1 to 100" || p.IsBoolean() || p.IsJSON() {
		t.Errorf("count: %+v", p)
	}
	if p := get("id"); !p.Required || p.Description != "the thing" || p.HasDefault || p.MinLength != -1 {
		t.Errorf("id: %+v", p)
	}
	if p := get("status"); !cmp.Equal(p.Enum, []string{"needsAction", "completed"}) || !cmp.Equal(p.Types, []string{"string"}) {
		t.Errorf("status: %+v", p)
	}
	if p := get("ref"); !cmp.Equal(p.Types, []string{"string", "integer"}) {
		t.Errorf("ref: %+v", p)
	}
	if p := get("apiToken"); p.Flag != "api-token" || p.MaxLength != 3 {
		t.Errorf("apiToken: %+v", p)
	}
	if !get("done").IsBoolean() || !get("rows").IsJSON() || !get("start").IsJSON() || get("ref").IsJSON() {
		t.Error("IsBoolean and IsJSON")
	}
	for _, none := range []string{"", "nope", "toString"} {
		if _, ok := s.Property(none); ok {
			t.Errorf("%q is no property", none)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	tool := func(schema string) *catalog.Tool {
		tl := sampleTool(nil)
		tl.Input = abi.Raw(schema)
		return tl
	}
	wrap := func(props string) string {
		return `{"type":"object","additionalProperties":false,"properties":` + props + `}`
	}
	many := tool(wrap(`{"operations":{"type":"array","items":{"type":"object"}}}`))
	many.IsBatchTool = true
	good := tool(batch)
	good.IsBatchTool = true
	if err := errors.Join(Verify(good), Verify(tool(sample))); err != nil {
		t.Error(err)
	}
	cases := []struct {
		name string
		tool *catalog.Tool
		want string
	}{
		{"no schema", tool(``), "no JSON"},
		{"pattern that RE2 lacks", tool(wrap(`{"a":{"type":"string","pattern":"(?=x)"}}`)), "can't be compiled"},
		{"pattern in a branch", tool(strings.Replace(batch, `"id":{"type":"string"},"due"`, `"id":{"type":"string","pattern":"["},"due"`, 1)), "can't be compiled"},
		{"meta-schema", tool(wrap(`{"a":{"type":["string","string"]}}`)), "can't be compiled"},
		{"default of another type", tool(wrap(`{"a":{"type":"integer","default":"5"}}`)), `the default "5" must be a whole number`},
		{"default out of bounds", tool(wrap(`{"a":{"type":"array","items":{"type":"integer","maximum":3,"default":4}}}`)), "the default 4 must be"},
		{"default without its format", tool(wrap(`{"a":{"type":"string","format":"email","default":"x"}}`)), `the default "x"`},
		{"flags that collide", tool(wrap(`{"pageSize":{},"page_size":{}}`)), "--page-size"},
		{"a flag of the host", tool(wrap(`{"json":{"type":"boolean"}}`)), "which is the host's"},
		{"confirm that is no boolean", tool(wrap(`{"confirm":{"type":"string"}}`)), "confirm must be a boolean"},
		{"batch without actions", many, "a batch tool's operations"},
	}
	for _, c := range cases {
		err := Verify(c.tool)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "things_do") || fault.CodeOf(err) != fault.PluginRefused {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Whatever the command line holds, Parse does not panic, and what it accepts
// passes again unchanged, with every digit.
func FuzzParse(f *testing.F) {
	for _, tool := range []string{"tasks_create_task", "tasks_batch", "forms_delete_item", "sheets_write_range", "gmail_send", "docs_insert_image"} {
		f.Add(tool, "title", "[ ] todo", `{"tasklistId":"l1","due":"2031-05-04"}`, `[{"action":"tasklistsList"}]`)
		f.Add(tool, "itemId", "9007199254740993", `{"formId":"f"}`, "{\"action\":\"tasksGet\",\"params\":{}}\n")
		f.Add(tool, "values", "[[1e3,\"\\ud83d\\ude00\"]]", `{"spreadsheetId":"s","range":"A1"}`, "")
		f.Add(tool, "confirm", "yes", "{userId:me}", `{"operations":[]}`)
		f.Add(tool, "imageUrl", " https://e.com ", `{"documentId":"d"}`, "-")
	}
	f.Fuzz(func(t *testing.T, name, key, value, params, ops string) {
		tool := peer(t).Tool(name)
		if tool == nil {
			t.Skip()
		}
		s, err := Compile(tool.Input)
		if err != nil {
			t.Fatal(err)
		}
		fl := flagsOf(key + "=" + value).params(params)
		if ops != "" && tool.IsBatchTool {
			fl = fl.operations("ops")
		}
		got, err := s.Parse(tool, fl, memFiles{"ops": ops, "-": ops})
		if err != nil {
			e := fault.Of(err)
			if e == nil || e.Code != fault.Usage || len(Problems(err)) == 0 || strings.ContainsAny(e.Message, "\x1b\x00\r\n") {
				t.Fatalf("unfit error %q", err)
			}
			return
		}
		if bytes.Contains(mustJSON(t, got), []byte(`"confirm":`)) {
			t.Fatalf("confirm got through: %v", got)
		}
		again, err := s.Check(got)
		if err != nil || !cmp.Equal(again, got) {
			t.Fatalf("%v passes again as %v, %v", got, again, err)
		}
		back, err := ParseJSON(mustJSON(t, got))
		if err != nil || !cmp.Equal(back, any(got)) {
			t.Fatalf("%v reads back as %v, %v", got, back, err)
		}
	})
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
