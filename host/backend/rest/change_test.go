package rest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// A failed call tells whether it changed something, which its code alone does
// not: whoever may repeat it goes by that.
func TestFailureTellsOfChanges(t *testing.T) {
	gone := errors.New("the key ring is locked")
	noKeyRing := func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) {
			return "", fault.Wrap(gone, fault.Client, "no token")
		}
	}
	then := func(reqs ...[]abi.Request) plan {
		return func(step int, _ abi.PlanInput) (*abi.PlanOutput, error) {
			return &abi.PlanOutput{Requests: reqs[step-1]}, nil
		}
	}
	one := func(reqs ...abi.Request) []abi.Request { return reqs }
	for name, c := range map[string]struct {
		action string
		plan   plan
		set    func(*rest.Options)
		script []reply
		want   fault.Change
	}{
		"the service refuses the change":      {"tasksDelete", ask(remove), nil, []reply{respond(404, "")}, fault.ChangeNone},
		"a server fails at the change":        {"tasksDelete", ask(remove), nil, []reply{respond(500, "")}, fault.ChangeUncertain},
		"a read fails before":                 {"tasksDelete", ask(getOne), nil, []reply{respond(403, "")}, fault.ChangeNone},
		"a read fails behind the change":      {"tasksDelete", then(one(remove), one(getOne)), nil, []reply{respond(204, ""), respond(404, "")}, fault.ChangeMade},
		"the second change fails at a server": {"tasksCreate", ask(insert, insert), nil, []reply{respond(200, "{}"), respond(500, "")}, fault.ChangeUncertain},
		"the answer to the change is no JSON": {"tasksCreate", ask(insert), nil, []reply{respond(200, "<html>")}, fault.ChangeMade},
		"there is no token":                   {"tasksCreate", ask(insert), noKeyRing, nil, fault.ChangeNone},
	} {
		t.Run(name, func(t *testing.T) {
			var set []func(*rest.Options)
			if c.set != nil {
				set = append(set, c.set)
			}
			res, err := newBench(t, newWire(t, c.script...), set...).Do(context.Background(), call("tasks", c.action, c.plan))
			if got := changeOf(t, res, err); got != c.want {
				t.Errorf("change %d, want %d (%+v, %v)", got, c.want, res, err)
			}
		})
	}
}

func changeOf(t *testing.T, res *envelope.Response, err error) fault.Change {
	if f := fault.Of(err); f != nil {
		return f.Change
	}
	if err != nil || res.Error == nil {
		t.Fatal("no failure", res, err)
	}
	return res.Error.Change
}
