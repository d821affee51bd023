package plugin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// fill gives every field below v a value that is not its zero value, so that a
// field which the hand-written coding forgets is seen.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("s", *n))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[abi.Raw]() {
			v.Set(reflect.ValueOf(abi.Raw(fmt.Sprintf(`{"n":%d}`, *n))))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 3 {
			key, item := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(key, n)
			fill(item, n)
			v.SetMapIndex(key, item)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	default:
		panic("fill: " + v.Kind().String())
	}
}

func decodeStrictly(t *testing.T, text []byte, out any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(out); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

func TestCatalogHasEveryField(t *testing.T) {
	var want, got abi.Catalog
	n := 0
	fill(reflect.ValueOf(&want).Elem(), &n)
	text := encodeCatalog(want).JSON()
	decodeStrictly(t, text, &got)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	for range 20 { // maps are written in one order only
		if again := encodeCatalog(want).JSON(); !bytes.Equal(again, text) {
			t.Fatalf("two encodings differ:\n%s\n%s", text, again)
		}
	}
}

// What is optional and empty must be left out, what is not must be there: the
// output is the same as that of encoding/json.
func TestEmptyCatalogIsWrittenAsByStandard(t *testing.T) {
	for _, c := range []abi.Catalog{
		{Tools: []abi.Tool{}},
		{Tools: []abi.Tool{{Actions: []string{}, CLI: &abi.CLI{}, Output: &abi.Output{Columns: []abi.Column{{}}}}},
			Requests: []abi.ActionRequest{{Routes: []abi.Route{{Query: []abi.QueryParam{{}}}}}}},
	} {
		want, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if got := encodeCatalog(c).JSON(); !bytes.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestPlanInputHasEveryField(t *testing.T) {
	var in abi.PlanInput
	n := 0
	fill(reflect.ValueOf(&in).Elem(), &n)
	in.State = abi.Raw(`{"step":"second","asked":2,"kept":[1]}`)
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	called := false
	p := Plugin{Plan: func(s *Step) (*Next, error) {
		called = true
		if s.Action != in.Action || !reflect.DeepEqual(s.Clock, in.Clock) || s.Name != "second" || s.State.String() != "[1]" || s.Params.String() != string(in.Params) {
			t.Errorf("step %+v of %s", s, text)
		}
		for i, r := range s.Responses {
			want := in.Responses[i]
			if r.Status != want.Status || r.Body.String() != string(want.Body) || *r.Error != *want.Error || *r.Blob != *want.Blob {
				t.Errorf("response %+v, want %+v", r, want)
			}
		}
		if !slices.Equal(s.Files, in.Files) || !s.ToFile {
			t.Errorf("files %+v, to a file: %v", s.Files, s.ToFile)
		}
		if len(s.Responses) != len(in.Responses) || !s.Responses[0].Is(in.Responses[0].Status) {
			t.Errorf("%d responses", len(s.Responses))
		}
		return Done(value.Null()), nil
	}}
	if _, err := p.Call(abi.ExportPlan, text); err != nil || !called {
		t.Fatal(called, err)
	}
}

func TestRequestHasEveryField(t *testing.T) {
	request := To("x.y.z").Path("a", "1").Path("b", "2").
		Query("q", value.Int(5)).Query("absent", value.Value{}).
		Body(value.Object(value.M("k", value.Null()))).
		IfMatch("e").Keep("items(id)").MaxText(7).Tolerate(404, 410).
		Media("m/t", Text("a"), Bytes("b1"), Base64("b2")).
		Save(abi.Save{Field: "data", Name: "n", MimeType: "x/y", MaxBytes: 9, MD5: "00"}).
		DecodeText("text/plain").ResourceKey("f1", "k1").ResourceKey("f2", "")
	want := abi.Request{
		Route: "x.y.z", Path: map[string]string{"a": "1", "b": "2"}, Query: map[string]abi.Raw{"q": abi.Raw("5")},
		Body: abi.Raw(`{"k":null}`), IfMatch: "e", Keep: "items(id)", MaxText: 7, Tolerate: []int{404, 410},
		Media:        &abi.Media{MimeType: "m/t", Segments: []abi.Segment{{Text: "a"}, {Blob: "b1"}, {Blob: "b2", Encoding: "base64"}}},
		Save:         &abi.Save{Field: "data", Name: "n", MimeType: "x/y", MaxBytes: 9, MD5: "00"},
		Decode:       &abi.Decode{TextOf: "text/plain"},
		ResourceKeys: map[string]string{"f1": "k1"},
	}
	if n := reflect.TypeFor[abi.Request]().NumField(); n != 12 {
		t.Errorf("abi.Request has %d fields, this test knows 12", n)
	}
	var got abi.Request
	decodeStrictly(t, request.v.JSON(), &got)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if text := To("x").DecodeMail().v.String(); text != `{"route":"x","decode":{"mail":true}}` {
		t.Errorf("decoding of mail is %s", text)
	}
	bare := To("x.y.z").IfMatch("")
	if text := bare.v.String(); text != `{"route":"x.y.z"}` {
		t.Errorf("a bare request is %s", text)
	}
}

func TestRequestsShareNothing(t *testing.T) {
	base := To("r").Path("list", "1").Query("max", value.Int(1))
	a, b := base.Path("task", "a").Query("q", value.Null()), base.Path("task", "b")
	if a.v.String() == b.v.String() || base.v.String() != `{"route":"r","path":{"list":"1"},"query":{"max":1}}` {
		t.Errorf("%s\n%s\n%s", base.v, a.v, b.v)
	}
}

// What stands for a blob's bytes in a result is what the host looks for.
func TestContents(t *testing.T) {
	for _, x := range []struct {
		got  value.Value
		want abi.ContentOf
	}{
		{TextOf("b1", 5), abi.ContentOf{Name: "b1", As: "text", MaxUnits: 5}},
		{TextOf("b1", 0), abi.ContentOf{Name: "b1", As: "text"}},
		{Base64Of("b2"), abi.ContentOf{Name: "b2", As: "base64"}},
	} {
		var got abi.Content
		decodeStrictly(t, x.got.JSON(), &got)
		if got.Blob != x.want {
			t.Errorf("%s, want %+v", x.got, x.want)
		}
	}
}
