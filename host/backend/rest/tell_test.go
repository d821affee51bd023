package rest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/sdk/abi"
)

// A call tells how far it is: a batch by its operations, also by one that failed,
// an action by its requests.
func TestProgressIsTold(t *testing.T) {
	var told []string
	hear := func(p backend.Progress) {
		word := fmt.Sprintf("%d/%d", p.Done, p.Total)
		if p.Plugin {
			word = "plugin " + word + " " + p.Message
		}
		told = append(told, word)
	}
	run := func(w *wire, c backend.Call) {
		t.Helper()
		told, c.Progress = nil, hear
		if _, err := newBench(t, w).Do(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	run(newWire(t, respond(200, `{"items":[]}`), respond(404, googleError("notFound"))), batchOf(op("tasksList"), op("nothing"), op("tasksDelete")))
	if want := []string{"1/3", "2/3", "3/3"}; !slices.Equal(told, want) {
		t.Errorf("a batch told %q, want %q", told, want)
	}
	run(newWire(t, respond(200, `{"id":"a"}`), respond(200, `{"id":"a"}`), respond(204, "")),
		call("tasks", "tasksDelete", steps([]abi.Request{getOne, getOne}, []abi.Request{remove})))
	if want := []string{"2/0", "3/0"}; !slices.Equal(told, want) {
		t.Errorf("an action told %q, want %q", told, want)
	}
}
