package plugintest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// Run loads every *.json at the top of the folder as a [Suite] and runs its
// cases, each as a subtest. A folder or a file without a case fails the test.
func Run(t *testing.T, c Caller, folder fs.FS) {
	t.Helper()
	suites, names := load(t, folder)
	for i, s := range suites {
		t.Run(names[i], func(t *testing.T) { s.Run(t, c) })
	}
}

func load(t testing.TB, folder fs.FS) (suites []Suite, names []string) {
	t.Helper()
	files, err := fs.Glob(folder, "*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("plugintest: no cases found (%v)", err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			t.Fatalf("plugintest: %v", err)
		}
		var s Suite
		if err := strict(text, &s); err != nil {
			t.Fatalf("plugintest: %s: %v", name, err)
		}
		if s.empty() {
			t.Fatalf("plugintest: %s holds no case", name)
		}
		suites, names = append(suites, s), append(names, strings.TrimSuffix(name, ".json"))
	}
	return suites, names
}

func (s Suite) empty() bool { return len(s.Transform)+len(s.Plan)+len(s.Render) == 0 }

// Run runs the cases, each as a subtest. A suite without one fails the test.
func (s Suite) Run(t *testing.T, c Caller) {
	t.Helper()
	if s.empty() {
		t.Fatal("plugintest: a suite without a case")
	}
	for _, x := range s.Transform {
		t.Run(x.Name, func(t *testing.T) { x.Run(t, c) })
	}
	for _, x := range s.Plan {
		t.Run(x.Name, func(t *testing.T) { x.Run(t, c) })
	}
	for _, x := range s.Render {
		t.Run(x.Name, func(t *testing.T) { x.Run(t, c) })
	}
}

// Run runs the case.
func (x Transform) Run(t testing.TB, c Caller) {
	t.Helper()
	var out abi.TransformOutput
	call(t, c, abi.ExportTransform, abi.TransformInput{Tool: x.Tool, Args: abi.Raw(x.Args), Clock: clock(x.Clock), Rest: x.Rest}, &out)
	if out.Error != nil || x.Error != nil {
		if out.Action != "" || out.Params != nil || out.Warnings != nil || out.ProxyWarnings != nil {
			t.Errorf("a refusal with more than the error: %+v", out)
		}
		compareFailure(t, x.Error, out.Error)
		return
	}
	if out.Action != x.Action {
		t.Errorf("action %q, want %q", out.Action, x.Action)
	}
	compareJSON(t, "params", x.Params, out.Params)
	compareStrings(t, "warnings", x.Warnings, out.Warnings)
	compareStrings(t, "proxyWarnings", x.ProxyWarnings, out.ProxyWarnings)
}

// Run runs the case.
func (x Render) Run(t testing.TB, c Caller) {
	t.Helper()
	args := abi.Raw(x.Args)
	if args == nil {
		args = abi.Raw("{}")
	}
	var out abi.RenderOutput
	call(t, c, abi.ExportRender, abi.RenderInput{Tool: x.Tool, Args: args, Clock: clock(x.Clock), Response: abi.Raw(x.Response)}, &out)
	if out.Error != nil {
		t.Fatalf("refused: %s", out.Error.Message)
	}
	if out.Text != x.Text {
		t.Errorf("text\n%s\nwant\n%s", out.Text, x.Text)
	}
	if !slices.Equal(out.Content, x.Content) {
		t.Errorf("content\n%s\nwant\n%s", show(t, out.Content), show(t, x.Content))
	}
}

func clock(c *abi.Clock) abi.Clock {
	if c == nil {
		return Clock()
	}
	return *c
}

// call runs an export twice on the same input, demands the same bytes and
// decodes them strictly.
func call(t testing.TB, c Caller, export string, in, out any) {
	t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatalf("plugintest: input: %v", err)
	}
	first, err := c.Call(context.Background(), export, input)
	if err != nil {
		t.Fatalf("%s failed: %v\ninput %s", export, err, input)
	}
	// A caller may hand out memory that its next call overwrites.
	first = bytes.Clone(first)
	again, err := c.Call(context.Background(), export, input)
	if err != nil || !bytes.Equal(first, again) {
		t.Fatalf("%s is not pure: the same input gave\n%s\nand then\n%s (%v)", export, first, again, err)
	}
	if err := strict(first, out); err != nil {
		t.Fatalf("%s: %v\noutput %s", export, err, first)
	}
}

// strict decodes one value and refuses unknown members and text behind it.
func strict(text []byte, out any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(out); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text behind the value")
	}
	return nil
}
