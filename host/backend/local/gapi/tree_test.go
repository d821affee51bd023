package gapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

type deep struct {
	Name  string            `json:"name"`
	On    *bool             `json:"on"`
	Count int               `json:"count"`
	Size  int64             `json:"size"`
	Part  float64           `json:"part"`
	In    *inner            `json:"in"`
	List  []inner           `json:"list"`
	Map   map[string]string `json:"map"`
	Any   any               `json:"any"`
}

func tree(t *testing.T, text string) (map[string]any, error) {
	t.Helper()
	b, err := decodeBody(strings.NewReader(text), "deep", reflect.TypeFor[deep](), 0)
	if err != nil {
		t.Fatal(err)
	}
	return b.Tree()
}

func TestTreeKeepsWhatWasGiven(t *testing.T) {
	const text = `{"any":[1,{"x":null}],"count":0,"in":{"x":"","y":null},"list":[{"x":"a"}],"map":{"k":"v"},"name":null,"on":false,"part":1.5,"size":5000000000}`
	o, err := tree(t, text)
	got, _ := json.Marshal(o)
	if err != nil || string(got) != text {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestTreeIsCheckedAtEveryLevel(t *testing.T) {
	for text, want := range map[string]string{
		`{"in":{"z":1}}`:               `Unknown name "z" at 'deep.in'`,
		`{"list":[{"x":"a"},{"q":1}]}`: `Unknown name "q" at 'deep.list[1]'`,
		`{"in":{"x":"a","x":"b"}}`:     `"x" at 'deep.in' is repeated`,
		`{"in":{"y":"1"}}`:             `'deep.in.y' (TYPE_INT32)`,
		`{"count":1.5}`:                `'deep.count' (TYPE_INT32)`,
		`{"count":5000000000}`:         `'deep.count' (TYPE_INT32)`,
		`{"size":"1"}`:                 `'deep.size' (TYPE_INT64)`,
		`{"part":"1"}`:                 `'deep.part' (TYPE_DOUBLE)`,
		`{"on":"true"}`:                `'deep.on' (TYPE_BOOL)`,
		`{"name":1}`:                   `'deep.name' (TYPE_STRING)`,
		`{"in":[]}`:                    `'deep.in': it must be an object`,
		`{"list":{}}`:                  `'deep.list': it must be a list`,
		`{"list":[null]}`:              `'deep.list[0]': an item must not be null`,
		`{"map":{"k":1}}`:              `(TYPE_STRING)`,
	} {
		if _, err := tree(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
