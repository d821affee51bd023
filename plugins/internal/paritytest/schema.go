package paritytest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// formats are our formats for the peer's own checks.
var formats = map[string]string{
	"isoDateTime":     "iso-date-time",
	"email":           "email",
	"emailList":       "email-list",
	"httpsUrl":        "https-url",
	"formula":         "formula",
	"noFormulaPrefix": "no-formula-prefix",
}

// normal makes two schemas of one meaning equal: without texts, with our
// formats for the peer's checks, without the type that ours states beside the
// choices. Keys below properties are names of arguments and stay.
func normal(schema value.Value) value.Value {
	if schema.Kind() != value.KindObject {
		return schema
	}
	check := schema.Get("x-check").Text()
	if check != "" {
		format, known := formats[check]
		if !known {
			format = "unknown check " + check
		}
		schema.Set("format", value.String(format)) // httpsUrl stands beside the format uri
		schema.Set("x-check", value.Value{})
	}
	schema.Set("description", value.Value{})
	if schema.Has("anyOf") || schema.Has("oneOf") {
		schema.Set("type", value.Value{})
	}
	if properties := schema.Get("properties"); properties.Exists() {
		for _, m := range properties.Members() {
			properties.Set(m.Key, normal(m.Value))
		}
		schema.Set("properties", properties)
	}
	if items := schema.Get("items"); items.Exists() {
		schema.Set("items", normal(items))
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if choices := schema.Get(key); choices.Exists() {
			all := make([]value.Value, choices.Len())
			for i, c := range choices.Items() {
				all[i] = normal(c)
			}
			schema.Set(key, value.Array(all...))
		}
	}
	return schema
}

// compareSchema compares normal schemas of one tool and names what differs.
func compareSchema(got, want value.Value, tool abi.Tool, o Options) []string {
	if !tool.IsBatchTool {
		return o.compareParams(got, want, tool.Action)
	}
	gotForms, got := takeForms(got)
	wantForms, want := takeForms(want)
	out := differences(got, want, "")
	for _, w := range wantForms {
		action := actionOf(w)
		i := slices.IndexFunc(gotForms, func(g value.Value) bool { return actionOf(g) == action })
		if i < 0 {
			out = append(out, "the batch lacks "+action)
			continue
		}
		at := "batch " + action
		g := gotForms[i]
		for _, d := range o.compareParams(g.Get("properties").Get("params"), w.Get("properties").Get("params"), action) {
			out = append(out, at+": "+d)
		}
		out = append(out, differences(withoutParams(g), withoutParams(w), at)...)
	}
	for _, g := range gotForms {
		action := actionOf(g)
		if !slices.ContainsFunc(wantForms, func(w value.Value) bool { return actionOf(w) == action }) {
			out = append(out, "the peer's batch can't hold "+action)
		}
	}
	return out
}

// takeForms takes the operations' forms out of a batch's schema: their order
// does not count.
func takeForms(schema value.Value) (forms []value.Value, rest value.Value) {
	properties := schema.Get("properties")
	operations := properties.Get("operations")
	items := operations.Get("items")
	if items.Kind() != value.KindObject {
		return nil, schema
	}
	forms = items.Get("oneOf").Items()
	items.Set("oneOf", value.Array())
	operations.Set("items", items.Without("type"))
	properties.Set("operations", operations)
	schema.Set("properties", properties)
	return forms, schema
}

func actionOf(form value.Value) string {
	return form.Get("properties").Get("action").Get("const").Text()
}

func withoutParams(form value.Value) value.Value {
	properties := form.Get("properties")
	properties.Set("params", value.Bool(properties.Has("params")))
	form.Set("properties", properties)
	return form
}

// compareParams compares the schema of one action's params.
func (o Options) compareParams(got, want value.Value, action string) (out []string) {
	properties := got.Get("properties")
	for _, key := range o.Ours[action] {
		switch {
		case want.Get("properties").Has(key):
			out = append(out, "the peer has the argument "+key+" too")
			continue
		case !properties.Has(key):
			out = append(out, "our argument "+key+" is missing")
			continue
		}
		properties.Set(key, value.Value{})
		for _, r := range got.Get("required").Items() {
			if r.Text() == key {
				out = append(out, "our argument "+key+" is required")
			}
		}
	}
	for _, key := range o.Wider[action] {
		peers := want.Get("properties").Get(key)
		if peers.Exists() && slices.ContainsFunc(properties.Get(key).Get("anyOf").Items(), peers.Equal) {
			properties.Set(key, peers)
		} else {
			out = append(out, "our argument "+key+" does not take what the peer's takes")
		}
	}
	if got.Kind() == value.KindObject {
		got.Set("properties", properties)
		if keys := o.Looser[action]; len(keys) > 0 {
			required, faults := require(got.Get("required"), keys)
			got.Set("required", required)
			out = append(out, faults...)
		}
	}
	return append(out, differences(got, want, "")...)
}

// require adds the keys to the list of what is required.
func require(list value.Value, keys []string) (all value.Value, faults []string) {
	words := slices.Clone(list.Items())
	for _, key := range keys {
		word := value.String(key)
		if slices.ContainsFunc(words, word.Equal) {
			faults = append(faults, "our argument "+key+" is required")
			continue
		}
		words = append(words, word)
	}
	return value.Array(words...), faults
}

// differences names where two normal schemas differ.
func differences(got, want value.Value, at string) (out []string) {
	if got.Kind() != want.Kind() || got.Kind() == value.KindArray && got.Len() != want.Len() {
		return []string{at + " is " + show(got) + ", want " + show(want)}
	}
	switch got.Kind() {
	case value.KindObject:
		for _, m := range want.Members() {
			if m.Key == "required" && sameWords(got.Get(m.Key), m.Value) {
				continue // the order of the words says nothing
			}
			out = append(out, differences(got.Get(m.Key), m.Value, at+"/"+m.Key)...)
		}
		for _, m := range got.Members() {
			if !want.Has(m.Key) {
				out = append(out, at+"/"+m.Key+" is "+show(m.Value)+", the peer has none")
			}
		}
		if out == nil && strings.HasSuffix(at, "/properties") && keys(got) != keys(want) {
			out = []string{at + " are in the order" + keys(got) + ", want" + keys(want)}
		}
	case value.KindArray:
		for i, w := range want.Items() {
			out = append(out, differences(got.Items()[i], w, at+"/"+strconv.Itoa(i))...)
		}
	default:
		if !got.Equal(want) {
			out = []string{at + " is " + show(got) + ", want " + show(want)}
		}
	}
	return out
}

// sameWords compares two lists of words as sets.
func sameWords(a, b value.Value) bool {
	words := func(v value.Value) (all []string) {
		for _, w := range v.Items() {
			all = append(all, w.Text())
		}
		slices.Sort(all)
		return all
	}
	return a.Kind() == value.KindArray && b.Kind() == value.KindArray && slices.Equal(words(a), words(b))
}

func keys(v value.Value) (all string) {
	for _, m := range v.Members() {
		all += " " + m.Key
	}
	return all
}

func show(v value.Value) string {
	if !v.Exists() {
		return "missing"
	}
	return string(v.JSON())
}
