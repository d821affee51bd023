package guest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// rawItems are items as a plugin writes them.
func rawItems(items []Item) (out []abi.Item) {
	for _, i := range items {
		out = append(out, abi.Item{Type: i.Type, Text: i.Text, Data: base64.StdEncoding.EncodeToString(i.Data), MimeType: i.MimeType, URI: i.URI})
	}
	return out
}

var (
	gif  = base64.StdEncoding.EncodeToString([]byte("GIF89a\x01\x00"))
	wav  = base64.StdEncoding.EncodeToString([]byte("RIFF\x04\x00\x00\x00WAVEfmt "))
	mp3  = base64.StdEncoding.EncodeToString([]byte{0xff, 0xfb, 0x90, 0x44, 0})
	ogg  = base64.StdEncoding.EncodeToString([]byte("OggS\x00\x02"))
	html = base64.StdEncoding.EncodeToString([]byte("<html><script>alert(1)</script>"))
)

func rendered(t *testing.T, items ...abi.Item) ([]Item, error) {
	t.Helper()
	raw, err := json.Marshal(abi.RenderOutput{Text: "t", Content: items})
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := DecodeRender("notes", raw)
	return got, err
}

func TestItemsAreTaken(t *testing.T) {
	got, err := rendered(t,
		abi.Item{Type: "text", Text: "a\x1b[2J\u202eb\nc"},
		abi.Item{Type: "image", MimeType: "image/gif", Data: gif},
		abi.Item{Type: "audio", MimeType: "audio/wav", Data: wav},
		abi.Item{Type: "audio", MimeType: "audio/mpeg", Data: mp3},
		abi.Item{Type: "audio", MimeType: "audio/ogg", Data: ogg},
		abi.Item{Type: "resource", MimeType: "text/plain; charset=utf-8", URI: "notes://n/1", Text: "x\x00y"},
		abi.Item{Type: "resource", MimeType: "application/octet-stream", URI: "NOTES:n1", Data: html},
	)
	if err != nil || len(got) != 7 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got[0].Text != "a[2Jb\nc" || got[5].Text != "xy" || string(got[1].Data) != "GIF89a\x01\x00" || got[5].URI != "notes://n/1" {
		t.Errorf("%+v", got)
	}
}

// Each item that lies about what it is, or could pass for something of another's,
// is refused with its place; so is too much.
func TestItemsAreRefused(t *testing.T) {
	good := abi.Item{Type: "text", Text: "x"}
	uri := func(u string) abi.Item {
		return abi.Item{Type: "resource", MimeType: "text/plain", URI: u, Text: "x"}
	}
	for name, c := range map[string]struct {
		item abi.Item
		says string
	}{
		"no type":                     {abi.Item{Text: "x"}, `no type ""`},
		"another type":                {abi.Item{Type: "resource_link", URI: "notes:x"}, `no type "resource_link"`},
		"type in capitals":            {abi.Item{Type: "Text", Text: "x"}, `no type "Text"`},
		"text without text":           {abi.Item{Type: "text"}, "text is missing"},
		"text that can't be seen":     {abi.Item{Type: "text", Text: "\u200b\u202e"}, "no character that can be seen"},
		"text with data":              {abi.Item{Type: "text", Text: "x", Data: gif}, "data has no meaning"},
		"text with a place":           {abi.Item{Type: "text", Text: "x", URI: "notes:x"}, "uri has no meaning"},
		"image without bytes":         {abi.Item{Type: "image", MimeType: "image/png"}, "data is missing"},
		"image without type":          {abi.Item{Type: "image", Data: gif}, `"" is no type of image`},
		"image with text":             {abi.Item{Type: "image", MimeType: "image/gif", Data: gif, Text: "x"}, "text has no meaning"},
		"wrong base64":                {abi.Item{Type: "image", MimeType: "image/gif", Data: "R0lGODlh!"}, "no base64"},
		"base64 without padding":      {abi.Item{Type: "image", MimeType: "image/gif", Data: "R0lGODlhAQ"}, "no base64"},
		"base64 of URLs":              {abi.Item{Type: "image", MimeType: "image/gif", Data: "_-_-"}, "no base64"},
		"base64 in lines":             {abi.Item{Type: "image", MimeType: "image/gif", Data: gif[:4] + "\n" + gif[4:]}, "no base64"},
		"base64 with bits left":       {abi.Item{Type: "image", MimeType: "image/gif", Data: "R0lGODlhAR=="}, "no base64"},
		"page as an image":            {abi.Item{Type: "image", MimeType: "text/html", Data: html}, `"text/html" is no type of image`},
		"page that is called a gif":   {abi.Item{Type: "image", MimeType: "image/gif", Data: html}, "the bytes are no image/gif"},
		"drawing with scripts":        {abi.Item{Type: "image", MimeType: "image/svg+xml", Data: html}, "no type of image"},
		"gif that is called a png":    {abi.Item{Type: "image", MimeType: "image/png", Data: gif}, "the bytes are no image/png"},
		"type with more behind":       {abi.Item{Type: "image", MimeType: "image/gif; x=y", Data: gif}, "no type of image"},
		"picture as sound":            {abi.Item{Type: "audio", MimeType: "image/gif", Data: gif}, "no type of audio"},
		"sound that is none":          {abi.Item{Type: "audio", MimeType: "audio/wav", Data: gif}, "the bytes are no audio/wav"},
		"frame that is none":          {abi.Item{Type: "audio", MimeType: "audio/mpeg", Data: base64.StdEncoding.EncodeToString([]byte{0xff, 0xd8, 0xff, 0xe0})}, "the bytes are no audio/mpeg"},
		"resource without a name":     {abi.Item{Type: "resource", MimeType: "text/plain", Text: "x"}, "uri is missing"},
		"resource of nothing":         {abi.Item{Type: "resource", MimeType: "text/plain", URI: "notes:x"}, "one of text and data"},
		"resource of both":            {abi.Item{Type: "resource", MimeType: "text/plain", URI: "notes:x", Text: "x", Data: gif}, "one of text and data"},
		"resource without type":       {abi.Item{Type: "resource", URI: "notes:x", Text: "x"}, "mimeType is none"},
		"half a type":                 {abi.Item{Type: "resource", MimeType: "text", URI: "notes:x", Text: "x"}, "mimeType is none"},
		"type with an end of line":    {abi.Item{Type: "resource", MimeType: "text/plain\r\nX: y", URI: "notes:x", Text: "x"}, "mimeType is none"},
		"relative name":               {uri("n/1"), "no absolute URI"},
		"name with a blank":           {uri("notes:a b"), "no absolute URI"},
		"name with an end of line":    {uri("notes:a\nb"), "no absolute URI"},
		"name in other letters":       {uri("notes:\u202eb"), "no absolute URI"},
		"name that is too long":       {uri("notes:" + strings.Repeat("a", maxURI)), "no absolute URI"},
		"name with a user":            {uri("notes://ana@corp.example/x"), "names a user"},
		"name of the host's":          {uri("wslite://gmail/message/1"), "scheme wslite"},
		"name of the host's, shouted": {uri("WSLITE://blob/x"), "scheme wslite"},
		"file":                        {uri("file:///etc/passwd"), "scheme file"},
		"page":                        {uri("https://evil.example/"), "scheme https"},
		"data":                        {uri("data:text/html,x"), "scheme data"},
		"script":                      {uri("javascript:alert(1)"), "scheme javascript"},
		"form that a client draws":    {uri("ui://form"), "scheme ui"},
		"another service's":           {uri("gmail://m/1"), "scheme gmail"},
	} {
		_, err := rendered(t, good, c.item)
		if fault.CodeOf(err) != fault.PluginFault || !strings.Contains(err.Error(), "item 1 of the content: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A service may have the name of a scheme that is no plugin's.
	raw, _ := json.Marshal(abi.RenderOutput{Content: []abi.Item{{Type: "resource", MimeType: "text/html", URI: "ui://form", Text: "x"}}})
	if _, _, err := DecodeRender("ui", raw); fault.CodeOf(err) != fault.PluginFault {
		t.Errorf("a service called ui: %v", err)
	}
}

func TestItemsAreBounded(t *testing.T) {
	many := make([]abi.Item, 10_000)
	for i := range many {
		many[i] = abi.Item{Type: "text", Text: "x"}
	}
	if _, err := rendered(t, many...); fault.CodeOf(err) != fault.PluginLimit || !strings.Contains(err.Error(), "10000 items") {
		t.Errorf("10 000 items: %v", err)
	}
	if _, err := rendered(t, many[:maxItems]...); err != nil {
		t.Errorf("as many as may be: %v", err)
	}
	big := abi.Item{Type: "text", Text: strings.Repeat("x", maxShown/2)}
	if _, err := rendered(t, big, big); err != nil {
		t.Errorf("as large as may be: %v", err)
	}
	if _, err := rendered(t, big, big, many[0]); fault.CodeOf(err) != fault.PluginLimit || !strings.Contains(err.Error(), "with item 2") {
		t.Errorf("a byte more: %v", err)
	}
}

func TestProgressOfAPlan(t *testing.T) {
	for raw, says := range map[string]string{
		`{"progress":{"done":0},"state":1}`:                                      "",
		`{"progress":{"done":2,"total":2,"message":"m"},"state":{"step":"x"}}`:   "",
		`{"progress":{"done":1},"state":1,"requests":[{"route":"a.b"}]}`:         "",
		`{"progress":{"done":1},"requests":[{"route":"a.b"}]}`:                   "",
		`{"progress":{"done":1}}`:                                                "without a next step",
		`{"state":1}`:                                                            "exactly one",
		`{"progress":{"done":1},"state":1,"result":{"data":1}}`:                  "without a next step",
		`{"progress":{"done":1},"error":{"code":"BAD_REQUEST","message":"m"}}`:   "without a next step",
		`{"progress":{"done":-1},"state":1}`:                                     "progress is -1 of 0",
		`{"progress":{"done":3,"total":2},"state":1}`:                            "progress is 3 of 2",
		`{"progress":{"done":1,"total":-2},"state":1}`:                           "progress is 1 of -2",
		`{"progress":{"done":0.5},"state":1}`:                                    "wrong type",
		`{"progress":{"done":1e3},"state":1}`:                                    "wrong type",
		`{"progress":{"done":9223372036854775808},"state":1}`:                    "can't be read",
		`{"progress":{"total":2},"state":1}`:                                     `"done" is missing`,
		`{"progress":{"done":1,"token":"x"},"state":1}`:                          `"token" is unknown`,
		`{"progress":null,"state":1}`:                                            "null is not allowed",
		`{"progress":{"done":1},"state":1,"elicit":{"message":"Give me a yes"}}`: `"elicit" is unknown`,
	} {
		o, err := DecodePlan([]byte(raw))
		switch {
		case says == "" && (err != nil || o.Progress == nil):
			t.Errorf("%s: %v", raw, err)
		case says != "" && (fault.CodeOf(err) != fault.PluginFault || !strings.Contains(err.Error(), says)):
			t.Errorf("%s: %v", raw, err)
		}
	}
	o, err := DecodePlan(fmt.Appendf(nil, `{"progress":{"done":1,"message":%q},"state":1}`, "a\nb\t"+strings.Repeat("é", 1000)))
	if err != nil || !strings.HasPrefix(o.Progress.Message, "a b") || len(o.Progress.Message) > maxLabel+3 {
		t.Errorf("%+v, %v", o, err)
	}
}
