package plugin_test

import (
	"fmt"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// A plugin is a value: four functions. In a module its exports call
// plugin.Run with it; here one is called directly.
func Example() {
	notes := plugin.Plugin{
		Catalog: func() abi.Catalog {
			return abi.Catalog{ABI: abi.Version, Service: "notes", Title: "Notes", Provider: "example", Version: "1.0.0",
				Tools: []abi.Tool{{
					Name: "notes_get", Description: "Shows one note.", Action: "get", Actions: []string{"get"}, Group: "read",
					Input: schema.Object(schema.Required("noteId", schema.String())).Raw(),
				}}}
		},
		Transform: func(c *plugin.Call) (*plugin.Choice, error) {
			return &plugin.Choice{Action: "get", Params: c.Args}, nil
		},
		Plan: func(s *plugin.Step) (*plugin.Next, error) {
			if s.Name == "" {
				return s.Ask("got", plugin.To("notes.notes.get").Path("noteId", s.Params.Get("noteId").Text()).Keep("id,text")), nil
			}
			return plugin.Done(value.Object(value.M("note", s.Responses[0].Body))), nil
		},
	}
	out, err := notes.Call(abi.ExportPlan, []byte(`{"action":"get","params":{"noteId":"n1"}}`))
	fmt.Println(string(out), err)
	out, err = notes.Call(abi.ExportPlan, []byte(
		`{"action":"get","params":{"noteId":"n1"},"state":{"step":"got","asked":1},"responses":[{"status":200,"body":{"id":"n1","text":"Hi"}}]}`))
	fmt.Println(string(out), err)
	// Output:
	// {"requests":[{"route":"notes.notes.get","path":{"noteId":"n1"},"keep":"id,text"}],"state":{"step":"got","asked":1}} <nil>
	// {"result":{"data":{"note":{"id":"n1","text":"Hi"}}}} <nil>
}

func ExampleStep_Ask() {
	var s plugin.Step
	s.Params = value.Object(value.M("listId", value.String("l1")), value.M("limit", value.Int(50)))
	next := s.Ask("listed",
		plugin.To("notes.notes.list").
			Path("listId", s.Params.Get("listId").Text()).
			Query("maxResults", s.Params.Get("limit")).
			Query("pageToken", s.Params.Get("pageToken")). // absent: left out
			Keep("items(id,title),nextPageToken"),
		plugin.To("notes.lists.get").Path("listId", "l1").Tolerate(404),
	).Keep(value.String("what the next step needs to know"))
	fmt.Println(next != nil)
	// Output: true
}

// A plan uploads a file that it never sees: it hears the name of its bytes.
func ExampleRequest_Media() {
	upload := plugin.Plugin{Plan: func(s *plugin.Step) (*plugin.Next, error) {
		if s.Name == "" {
			file := s.Files[0]
			return s.Ask("uploaded", plugin.To("drive.files.create").
				Body(value.Object(value.M("name", value.String(file.Name)))).
				Media(file.MimeType, plugin.Bytes(file.Blob)).
				Keep("id,name,size")), nil
		}
		return plugin.Done(s.Responses[0].Body), nil
	}}
	out, err := upload.Call(abi.ExportPlan, []byte(
		`{"action":"create","params":{"file":"~/cat.png"},"files":[{"arg":"file","blob":"b1","name":"cat.png","mimeType":"image/png","size":70}]}`))
	fmt.Println(string(out), err)
	// Output:
	// {"requests":[{"route":"drive.files.create","body":{"name":"cat.png"},"media":{"mimeType":"image/png","segments":[{"blob":"b1"}]},"keep":"id,name,size"}],"state":{"step":"uploaded","asked":1}} <nil>
}

// A plan saves an answer and has the host put its text into the result.
func ExampleTextOf() {
	read := plugin.Plugin{Plan: func(s *plugin.Step) (*plugin.Next, error) {
		if s.Name == "" {
			return s.Ask("saved", plugin.To("notes.notes.export").Path("noteId", "n1").Save(abi.Save{Name: "n1.md"})), nil
		}
		return plugin.Done(value.Object(value.M("content", plugin.TextOf(s.Responses[0].Blob.Blob, 100)))), nil
	}}
	out, err := read.Call(abi.ExportPlan, []byte(
		`{"action":"export","params":{},"state":{"step":"saved","asked":1},"responses":[{"status":200,"blob":{"blob":"b1","size":4,"sha256":"00"}}]}`))
	fmt.Println(string(out), err)
	// Output:
	// {"result":{"data":{"content":{"$blob":{"name":"b1","as":"text","maxUnits":100}}}}} <nil>
}

func ExampleInvalid() {
	err := plugin.Invalid("due", "due must be a date that exists, such as 2031-05-04.")
	fmt.Println(err.Code, err.Field, err)
	// Output: BAD_REQUEST due due must be a date that exists, such as 2031-05-04.
}
