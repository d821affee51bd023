package plugin

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

func TestItemsAndProgressHaveEveryField(t *testing.T) {
	encodeItem := func(i abi.Item) value.Value {
		var a Answer
		a.show(i)
		return a.items[0]
	}
	encodeProgress := func(p *abi.Progress) value.Value { return new(Next).Tell(p.Done, p.Total, p.Message).progress }
	var item, gotItem abi.Item
	var far, gotFar abi.Progress
	n := 0
	fill(reflect.ValueOf(&item).Elem(), &n)
	fill(reflect.ValueOf(&far).Elem(), &n)
	decodeStrictly(t, encodeItem(item).JSON(), &gotItem)
	decodeStrictly(t, encodeProgress(&far).JSON(), &gotFar)
	if gotItem != item || gotFar != far {
		t.Errorf("got %+v, %+v, want %+v, %+v", gotItem, gotFar, item, far)
	}
	for _, empty := range []struct {
		got  value.Value
		want any
	}{{encodeItem(abi.Item{}), abi.Item{}}, {encodeProgress(&abi.Progress{}), abi.Progress{}}} {
		if want, err := json.Marshal(empty.want); err != nil || empty.got.String() != string(want) {
			t.Errorf("got %s, want %s", empty.got, want)
		}
	}
}

// What render shows stands in the order of its calls; without any the output is
// that of ABI 1 as it was.
func TestAnswersShow(t *testing.T) {
	p := Plugin{Render: func(a *Answer) (string, error) {
		if a.Tool == "x_show" {
			a.ShowText("a")
			a.ShowImage("image/png", "AA==")
			a.ShowAudio("audio/wav", "AQ==")
			a.ShowResource("x:1", "text/plain", "b")
			a.ShowBytes("x:2", "application/pdf", "Ag==")
		}
		return "t", nil
	}}
	for tool, want := range map[string]string{
		"x_plain": `{"text":"t"}`,
		"x_show": `{"text":"t","content":[{"type":"text","text":"a"},{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"audio","data":"AQ==","mimeType":"audio/wav"},` +
			`{"type":"resource","text":"b","mimeType":"text/plain","uri":"x:1"},{"type":"resource","data":"Ag==","mimeType":"application/pdf","uri":"x:2"}]}`,
	} {
		out, err := p.Call(abi.ExportRender, []byte(`{"tool":"`+tool+`","args":{},"response":{"data":1}}`))
		if err != nil || string(out) != want {
			t.Errorf("%s: %s, %v", tool, out, err)
		}
	}
}

// A step may tell how far it is, beside its requests or without any.
func TestStepsTell(t *testing.T) {
	p := Plugin{Plan: func(s *Step) (*Next, error) {
		switch s.Name {
		case "":
			return s.Go("ask", 0, 2, "begun").Keep(value.Int(7)), nil
		case "ask":
			return s.Ask("end", To("x.list")).Keep(s.State).Tell(1, 0, ""), nil
		}
		return Done(s.State), nil
	}}
	state := ""
	for i, want := range []string{
		`{"state":{"step":"ask","asked":0,"kept":7},"progress":{"done":0,"total":2,"message":"begun"}}`,
		`{"requests":[{"route":"x.list"}],"state":{"step":"end","asked":1,"kept":7},"progress":{"done":1}}`,
		`{"result":{"data":7}}`,
	} {
		responses := ""
		if i == 2 {
			responses = `,"responses":[{"status":200}]`
		}
		out, err := p.Call(abi.ExportPlan, []byte(`{"action":"a","params":{}`+state+responses+`}`))
		if err != nil || string(out) != want {
			t.Fatalf("step %d: %s, %v", i, out, err)
		}
		var o abi.PlanOutput
		decodeStrictly(t, out, &o)
		state = `,"state":` + string(o.State)
	}
}
