package gapi

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

type nestedItem struct {
	ID string `json:"id"`
}

type nestedBody struct {
	Item  *nestedItem  `json:"item"`
	Items []nestedItem `json:"items"`
	Names []string     `json:"names"`
	Size  int64        `json:"size,string"`
}

func TestNestedBodies(t *testing.T) {
	read := func(text string) string {
		b, err := decodeBody(strings.NewReader(text), "thing", reflect.TypeFor[nestedBody](), 0)
		if err != nil {
			return err.Error()
		}
		item, err := b.Object("item")
		if err != nil {
			return err.Error()
		}
		id, _ := item.String("id")
		items, err := b.Objects("items")
		if err != nil {
			return err.Error()
		}
		names, err := b.Strings("names")
		if err != nil {
			return err.Error()
		}
		size, err := b.Int("size")
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s %d %v %d", id, len(items), names, size)
	}
	for text, want := range map[string]string{
		`{"item":{"id":"a"},"items":[{"id":"b"},{}],"names":["x","y"],"size":"7"}`: "a 2 [x y] 7",
		`{"size":8}`: " 0 [] 8",
		`{"item":null,"items":null,"names":null}`: " 0 [] 0",
		`{"item":{"idd":"a"}}`:                    `Unknown name "idd" at 'thing.item'`,
		`{"item":{"id":"a","id":"b"}}`:            "is repeated",
		`{"item":[1]}`:                            "'thing.item' (TYPE_MESSAGE)",
		`{"items":{}}`:                            "'thing.items' (a list of TYPE_MESSAGE)",
		`{"items":[null]}`:                        "'thing.items[0]' (TYPE_MESSAGE)",
		`{"items":[{"x":1}]}`:                     `Unknown name "x" at 'thing.items[0]'`,
		`{"names":["a",null]}`:                    "'thing.names[1]' (TYPE_STRING)",
		`{"size":1.5}`:                            "(TYPE_INT64)",
		`{"size":"9223372036854775808"}`:          "(TYPE_INT64)",
	} {
		if got := read(text); !strings.Contains(got, want) {
			t.Errorf("%s: %q does not contain %q", text, got, want)
		}
	}
}

func TestABodyHasItsOwnLimit(t *testing.T) {
	text := `{"names":["` + strings.Repeat("x", 100) + `"]}`
	if _, err := decodeBody(strings.NewReader(text), "thing", reflect.TypeFor[nestedBody](), 50); err == nil || !strings.Contains(err.Error(), "50 bytes") {
		t.Errorf("a body over the method's limit: %v", err)
	}
	if _, err := decodeBody(strings.NewReader(text), "thing", reflect.TypeFor[nestedBody](), 200); err != nil {
		t.Errorf("a body within the method's limit: %v", err)
	}
}

func TestRepeatedParameters(t *testing.T) {
	q, err := parseQuery("l=a&l=&l=b&one=x", []Param{{Name: "l", Type: String, Repeated: true}, {Name: "one", Type: String}})
	if err != nil || fmt.Sprint(q.All("l")) != "[a b]" || q.All("one") != nil || q.String("one") != "x" {
		t.Errorf("got %v, %v", q, err)
	}
	if _, err := parseQuery("one=x&one=y", []Param{{Name: "one", Type: String}}); err == nil {
		t.Error("a parameter that does not repeat was given twice")
	}
}
