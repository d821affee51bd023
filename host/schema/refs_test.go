package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// letter has definitions in all places where a schema may stand.
const letter = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false,
	"$defs":{
		"address":{"type":"object","additionalProperties":false,"required":["city"],"description":"Where somebody lives.","properties":{
			"city":{"$ref":"#/$defs/name"},"zip":{"type":"integer","default":1000}}},
		"name":{"type":"string","maxLength":10,"description":"A name."}},
	"required":["to"],
	"properties":{
		"to":{"$ref":"#/$defs/address"},
		"more":{"type":"array","items":{"$ref":"#/$defs/address"}},
		"by":{"$ref":"#/$defs/name","description":"Who writes.","default":"Ana"},
		"sign":{"type":["string","boolean"],"anyOf":[{"$ref":"#/$defs/name"},{"type":"boolean"}]},
		"extra":{"type":"object","additionalProperties":{"$ref":"#/$defs/name"}},
		"$ref":{"type":"string"},
		"odd":{"type":"object","default":{"$ref":"as it is"}}}}`

func TestReferencesAreChecked(t *testing.T) {
	s := compiled(t, letter)
	for in, want := range map[string]string{
		`{"to":{"city":"Rome"}}`: "", `{"to":{"city":"Rome","zip":5},"more":[{"city":"Bern"}],"sign":true,"extra":{"x":"y"},"$ref":"z"}`: "",
		`{"to":{}}`: "to.city",
		`{"to":{"city":"more than ten letters"}}`:   "to.city",
		`{"to":{"city":"Rome","street":"x"}}`:       "to.street",
		`{"to":{"city":"Rome"},"more":[{}]}`:        "more.0.city",
		`{"to":{"city":"Rome"},"by":"01234567890"}`: "by",
		`{"to":{"city":"Rome"},"sign":5}`:           "sign",
		`{"to":{"city":"Rome"},"extra":{"x":5}}`:    "extra.x",
		`{"to":{"city":"Rome"},"$defs":{}}`:         "$defs",
	} {
		got, err := s.Check(args(t, in))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", in, err)
		case want != "" && (err == nil || fault.Of(err).Field != want):
			t.Errorf("%s: %v, want %s", in, err, want)
		case want == "" && (got["by"] != "Ana" || !cmp.Equal(got["odd"], any(map[string]any{"$ref": "as it is"}))):
			t.Errorf("%s: defaults %v", in, got)
		}
	}
}

// Flags, help and what sloppy clients write go through references, too.
func TestReferencesAreRead(t *testing.T) {
	s := compiled(t, letter)
	p, _ := s.Property("by")
	if p.Description != "Who writes." || p.MaxLength != 10 || p.DefaultText != "Ana" || p.IsJSON() {
		t.Errorf("by: %+v", p)
	}
	if p, _ := s.Property("to"); !p.Required || !p.IsJSON() || p.Description != "Where somebody lives." {
		t.Errorf("to: %+v", p)
	}
	got, err := s.Parse(sampleTool(nil), flagsOf(`to={"city":"Rome"}`), memFiles{})
	if err != nil || fmt.Sprint(got["to"]) != "map[city:Rome zip:1000]" {
		t.Errorf("flags: %v %v", got, err)
	}
	loose, how := s.Loosen(args(t, `{"to":"{\"city\":\"Rome\",\"zip\":\"7\"}"}`))
	if fmt.Sprint(loose["to"]) != "map[city:Rome zip:7]" || len(how) != 2 {
		t.Errorf("loosened: %v %q", loose, how)
	}
	tool := sampleTool(nil)
	tool.Input = abi.Raw(strings.Replace(letter, `"$ref":{"type":"string"},`, "", 1)) // "$ref" can be no flag
	if err := Verify(tool); err != nil {
		t.Error(err)
	}
	tool.Input = abi.Raw(strings.Replace(string(tool.Input), `"default":1000`, `"default":"x"`, 1))
	if err := Verify(tool); err == nil || !strings.Contains(err.Error(), "default") {
		t.Errorf("a wrong default in a definition: %v", err)
	}
}

func TestReferencesAreRefused(t *testing.T) {
	with := func(defs, props string) string {
		return `{"type":"object","additionalProperties":false,"$defs":{` + defs + `},"properties":{` + props + `}}`
	}
	doubling, chain := "", ""
	for i := range 40 {
		doubling += fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	for i := range 130 {
		chain += fmt.Sprintf(`"d%d":{"type":"array","items":{"$ref":"#/$defs/d%d"}},`, i, i+1)
	}
	for name, c := range map[string][2]string{
		"of another document": {with(``, `"a":{"$ref":"https://example.com/s.json"}`), "nothing is fetched"},
		"of a file":           {with(``, `"a":{"$ref":"file:///etc/passwd#/$defs/x"}`), "nothing is fetched"},
		"of the top":          {with(``, `"a":{"$ref":"#"}`), "must name a definition"},
		"of a property":       {with(``, `"a":{"$ref":"#/properties/b"},"b":{"type":"string"}`), "must name a definition"},
		"into a definition":   {with(`"x":{"type":"object","properties":{"y":{"type":"string"}}}`, `"a":{"$ref":"#/$defs/x/properties/y"}`), "must name a definition"},
		"that is escaped":     {with(`"x":{"type":"string"}`, `"a":{"$ref":"#/$defs/%78"}`), "must name a definition"},
		"that is no text":     {with(``, `"a":{"$ref":5}`), "must name a definition"},
		"of nothing":          {with(``, `"a":{"$ref":"#/$defs/x"}`), `the definition "x", and $defs has none`},
		"to itself":           {with(`"x":{"type":"array","items":{"$ref":"#/$defs/x"}}`, `"a":{"$ref":"#/$defs/x"}`), "holds itself"},
		"in a circle":         {with(`"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}`, ``), "holds itself"},
		"of the whole":        {`{"$ref":"#/$defs/x","$defs":{"x":{"type":"object","additionalProperties":false}}}`, "top must be written out"},
		"with rules beside":   {with(`"x":{"type":"string"}`, `"a":{"$ref":"#/$defs/x","maxLength":5}`), `"maxLength" can't stand beside $ref`},
		"doubled 40 times":    {with(doubling+`"d40":{"type":"string"}`, `"a":{"$ref":"#/$defs/d0"}`), "more than 20000 schemas"},
		"130 deep":            {with(chain+`"d130":{"type":"string"}`, `"a":{"$ref":"#/$defs/d0"}`), "nests deeper than 128"},
		"written otherwise":   {with(`"x":{"type":"string"}`, `"a":{"\u0024ref":"#/$defs/y"}`), `definition "y"`},
		"anchors":             {with(`"x":{"$anchor":"here","type":"string"}`, `"a":{"type":"string"}`), `"$anchor" is not allowed`},
		"dynamic":             {with(``, `"a":{"$dynamicRef":"#x"}`), `"$dynamicRef" is not allowed`},
		"definitions inside":  {with(``, `"a":{"type":"object","$defs":{}}`), `"$defs" is not allowed here`},
		"a dialect inside":    {with(``, `"a":{"type":"string","$schema":"https://json-schema.org/draft/2020-12/schema"}`), `"$schema" is not allowed here`},
		"another dialect":     {`{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object","additionalProperties":false}`, "only https://json-schema.org/draft/2020-12/schema"},
		"unused and wrong":    {with(`"x":{"type":"strin"}`, `"a":{"type":"string"}`), `"strin" is no type`},
		"no definitions":      {`{"$defs":[],"type":"object","additionalProperties":false}`, "an object is wanted here"},
		"a name with a slash": {with(`"a/b":{"type":"string"}`, `"a":{"type":"string"}`), "can't be the name of a definition"},
		"open at the top":     {`{"$defs":{"x":{"type":"string"}},"type":"object","properties":{"a":{"$ref":"#/$defs/x"}}}`, `"additionalProperties": false`},
	} {
		_, err := Compile(abi.Raw(c[0]))
		if err == nil || !strings.Contains(err.Error(), c[1]) || fault.CodeOf(err) != fault.PluginRefused {
			t.Errorf("a reference %s: %v", name, err)
		}
	}
}

// Who may run what in a batch is read from the words of its schema.
func TestBatchIsWrittenOut(t *testing.T) {
	tool := sampleTool(nil)
	tool.IsBatchTool = true
	tool.Input = abi.Raw(`{"type":"object","additionalProperties":false,"$defs":{"op":{"oneOf":[{"type":"object","additionalProperties":false,"required":["action"],
		"properties":{"action":{"type":"string","const":"list"}}}]}},"properties":{"operations":{"type":"array","items":{"$ref":"#/$defs/op"}}}}`)
	if err := Verify(tool); err == nil || !strings.Contains(err.Error(), "must be written out") {
		t.Errorf("%v", err)
	}
}
