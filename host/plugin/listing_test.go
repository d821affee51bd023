package plugin

import (
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

func TestListings(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := &abi.Catalog{Service: "tasks", Title: "Google\tTasks", Tools: []abi.Tool{
		{Name: "tasks_delete_task", Title: "Delete", Group: "manage", Action: "tasksDelete", Actions: []string{"tasksDelete"}, Description: "One.\nTwo."},
		{Name: "tasks_x", Group: "read", Action: "nope", Actions: []string{"nope", "tasksGet"}},
	}}
	l, err := NewListing(c, tables)
	if err != nil {
		t.Fatal(err)
	}
	_, content := EncodeListings([]Listing{l, {Service: "empty", Title: "Empty"}})
	got, ok := decodeListings(string(content))
	want := []Listing{
		{Service: "tasks", Title: "Google Tasks", Tools: []ListedTool{
			{Name: "tasks_delete_task", Sub: "delete-task", Title: "Delete", Group: "manage", Action: "tasksDelete", Class: "destructive",
				Actions: []string{"tasksDelete"}, Description: "One. Two."},
			// An action that no table knows is listed as what it counts as.
			{Name: "tasks_x", Sub: "x", Group: "read", Action: "nope", Class: "destructive", Actions: []string{"nope", "tasksGet"}},
		}},
		{Service: "empty", Title: "Empty"},
	}
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, bad := range []string{"", "tool\ta\n", "service\tx\n", "service\tx\tX\ntool\ta\tb\n", "nonsense\n"} {
		if _, ok := decodeListings(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestListingsOfThisBuild: the listing in the binary is that of the catalogs in
// it, and a build without one says what to do.
func TestListingsOfThisBuild(t *testing.T) {
	r, err := Open(Options{})
	if err != nil {
		t.Fatalf("no plugins are embedded; run `make plugins` first: %v", err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	var want []Listing
	for _, p := range r.Plugins() {
		l, err := NewListing(p.Catalog, tables)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, l)
	}
	got, err := r.Listings(tables)
	if err != nil {
		t.Fatal(err)
	}
	_, a := EncodeListings(got)
	_, b := EncodeListings(want)
	if string(a) != string(b) {
		t.Error("the listing is not that of the catalogs; run: make plugins")
	}
	bare, err := Open(Options{Embedded: fstest.MapFS{"tasks.json": {Data: []byte("{}")}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bare.Listings(tables); err == nil {
		t.Error("no listing, no error")
	}
}
