package confirm

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/vectors"
)

// canary stands in ids and texts of the vectors' parameters.
const canary = "zq7canary"

type vectorInput struct {
	Service string         `json:"service"`
	Action  string         `json:"action"`
	Args    map[string]any `json:"args"`
	IsBatch bool           `json:"isBatch"`
	Yes     bool           `json:"yes"`
	TTY     bool           `json:"tty"`
	Answer  bool           `json:"answer"`
}

type vectorWant struct {
	OK      bool           `json:"ok"`
	Prompts int            `json:"prompts"`
	Args    map[string]any `json:"args"`
	Reason  string         `json:"reason"`
	Summary []summary      `json:"summary"`
	Leaked  bool           `json:"leaked"`
}

type summary struct {
	Index  *int   `json:"index"`
	Action string `json:"action"`
	Risk   string `json:"risk"`
}

// asked is a person who always gives the same answer.
type asked struct {
	answer bool
	texts  []string
}

func (a *asked) Confirm(_ context.Context, text string) (bool, error) {
	a.texts = append(a.texts, text)
	return a.answer, nil
}

func TestVectors(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	vectors.Run(t, "confirm", nil, func(t *testing.T, v vectors.Vector) string {
		var in vectorInput
		var want vectorWant
		v.In(t, &in)
		v.Want(t, &want)
		// The peer's gate is told by a flag of the tool whether to look into
		// operations. Ours goes by the action alone: a plugin must not be
		// able to lift the gate by calling its tool a batch.
		if in.IsBatch {
			in.Action = risk.Batch
		}
		before := fmt.Sprint(in.Args)
		person := &asked{answer: in.Answer}
		r := Request{Tables: tables, Service: in.Service, Action: in.Action, Params: in.Args, Yes: in.Yes,
			Class: tables.ResolveRaw(in.Service, in.Action, in.Args),
			// Unknown actions are reads only in raw calls.
			Raw: hasUnknown(tables, in.Service, in.Action, in.Args),
			// This one records the command line, where no parameter counts.
			KeepConfirm: v.Quirk != "batch-confirm-survives"}
		if in.TTY {
			r.Prompter = person
		}
		got := vectorWant{}
		got.Args, _, err = Gate(t.Context(), r)
		got.OK, got.Prompts = err == nil, len(person.texts)
		if err != nil {
			got.Reason = reason(err)
			if fault.ExitOf(err) != fault.ExitConfirm {
				t.Errorf("exit %d", fault.ExitOf(err))
			}
		}
		shown := strings.Join(person.texts, "\n")
		if err != nil && shown == "" {
			shown = err.Error()
		}
		got.Leaked = strings.Contains(shown, canary)
		got.Summary = readSummary(shown)
		if fmt.Sprint(in.Args) != before {
			t.Errorf("the caller's parameters were changed:\n%s\n%v", before, in.Args)
		}
		return cmp.Diff(want, got)
	})
}

var (
	operationLine = regexp.MustCompile(`operation (\d+):? (\S+) \((\w+)\)`)
	singleLine    = regexp.MustCompile(`: run (\S+)\? Its class is (\w+)\.|^\w+ (\S+) is (\w+): it`)
)

// readSummary reads the parts back out of the question or the error.
func readSummary(shown string) (list []summary) {
	for _, m := range operationLine.FindAllStringSubmatch(shown, -1) {
		i, _ := strconv.Atoi(m[1])
		list = append(list, summary{&i, m[2], m[3]})
	}
	if m := singleLine.FindStringSubmatch(shown); m != nil && list == nil {
		list = append(list, summary{nil, m[1] + m[3], m[2] + m[4]})
	}
	return list
}

func reason(err error) string {
	switch {
	case errors.Is(err, ErrNoTerminal):
		return "required_non_tty"
	case errors.Is(err, ErrRefused):
		return "refused"
	}
	return err.Error()
}

func hasUnknown(tables *risk.Tables, service, action string, params map[string]any) bool {
	if _, ok := tables.Row(service, action); !ok {
		return true
	}
	for op := range risk.Operations(params) {
		if hasUnknown(tables, service, op.Action, op.Params) {
			return true
		}
	}
	return false
}
