package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// report prints what became of a call and gives the error that carries its
// exit code: nil for success, one that is already printed for the rest.
func (a *App) report(ctx context.Context, t *catalog.Tool, res *invoke.Result, err error) error {
	if err != nil {
		if ctx.Err() != nil {
			err = interrupted(res, err)
		}
		return a.failCall(res, err)
	}
	if res.Response == nil && res.Draft != nil {
		return a.printStored(ctx, t, res)
	}
	if res.Response == nil {
		return a.printDryRun(res)
	}
	if res.Class != risk.Read && !res.Duplicate && (res.Response.Success || res.Response.Partial) {
		a.changed = res.Service + " " + res.Action
	}
	s, serr := a.globals.shapeOf()
	if serr != nil {
		return a.failCall(res, serr)
	}
	exit := res.Response.Exit()
	if ctx.Err() != nil && res.Response.Partial {
		// A batch that was cut short: what was done is shown all the same.
		exit = fault.ExitInterrupted
	}
	if !s.plain() {
		return a.printShaped(ctx, s, t, res, exit)
	}
	if a.globals.JSON {
		if err := writeJSON(a.Out, responseObject(res, exit)); err != nil {
			return err
		}
		return exitWith(exit)
	}
	if !res.Response.Success {
		e := res.Response.Error
		a.printFailure(fault.Code(e.Code), e.Message, "")
		return exitWith(exit)
	}
	if res.Duplicate {
		return a.printDuplicate(res)
	}
	if err := a.printHuman(t, res); err != nil {
		return err
	}
	return exitWith(exit)
}

// responseObject is the envelope of a call that got an answer: the peer's
// keys in the peer's order, then what the peer drops (pagination, warnings),
// present only where there is something to say.
func responseObject(res *invoke.Result, exit int) object {
	r := res.Response
	var o object
	o.add("ok", r.Success)
	if res.Tool != "" {
		o.add("tool", res.Tool)
	}
	o.add("service", res.Service)
	o.add("action", res.Action)
	if r.Success {
		o.add("data", r.Data)
	} else {
		var e object
		e.add("code", r.Error.Code)
		e.add("message", r.Error.Message)
		if r.Error.CorrelationID != "" {
			e.add("correlationId", r.Error.CorrelationID)
		}
		o.add("error", e)
	}
	if res.Duplicate {
		o.add("duplicate", true)
	}
	o.add("partial", r.Partial)
	if r.Results != nil {
		o.add("results", r.Results)
	}
	if r.Pagination != nil {
		o.add("pagination", r.Pagination)
	}
	if w := warningsOf(res); len(w) > 0 {
		o.add("warnings", w)
	}
	o.add("exitCode", exit)
	return o
}

func warningsOf(res *invoke.Result) []string {
	return append(append([]string{}, res.Warnings...), res.Response.Warnings...)
}

// failCall prints a failure that no service reported.
func (a *App) failCall(res *invoke.Result, err error) error {
	f := asFault(err)
	exit := fault.ExitOf(f)
	if out, ok := a.Out.(*sink); ok && out.lost() != nil {
		return exitWith(exit) // Main tells it
	}
	document := a.globals.document()
	if document == "" {
		a.printFailure(f.Code, f.Message, f.Hint)
		return exitWith(exit)
	}
	var o object
	o.add("ok", false)
	if res != nil && res.Tool != "" {
		o.add("tool", res.Tool)
	}
	code := parityCode(f, exit)
	// The peer tells service and action only where the call itself was clear:
	// a refused confirmation. Our own codes come after that point, too.
	if res != nil && res.Action != "" && code != fault.Usage && (code != fault.Client || res.Tool == "") {
		o.add("service", res.Service)
		o.add("action", res.Action)
	}
	var e object
	e.add("code", string(code))
	e.add("message", f.Error())
	o.add("error", e)
	o.add("exitCode", exit)
	if document == "yaml" {
		return firstError(a.printYAML(o), exitWith(exit))
	}
	return firstError(writeJSON(a.Out, o), exitWith(exit))
}

// parityCode maps a failure to the code that the JSON envelope carries. Where
// no proxy answered, scripts written for workspace-lite expect USAGE,
// CONFIRMATION_REQUIRED or CLIENT_ERROR; the codes that only wslite has pass.
func parityCode(f *fault.Error, exit int) fault.Code {
	switch exit {
	case fault.ExitUsage:
		return fault.Usage
	case fault.ExitConfirm:
		return fault.ConfirmationRequired
	}
	if f.FromService {
		return f.Code
	}
	switch f.Code {
	case fault.Network, fault.Upstream, fault.MalformedResponse, fault.LimitExceeded:
		return fault.Client
	}
	return f.Code
}

// printFailure writes one error for a person.
func (a *App) printFailure(code fault.Code, message, hint string) {
	fmt.Fprintf(a.Err, "[%s] %s\n", text.Line(string(code)), hang(a.commands(message)))
	if hint != "" {
		fmt.Fprintf(a.Err, "  %s\n", hang(hint))
	}
}

// hang cleans a text and indents all of its lines but the first, so that no
// line of what a service says can pass for one of wslite's own.
func hang(s string) string { return strings.ReplaceAll(text.Clean(s), "\n", "\n  ") }

// note writes one line for a person on stderr, unless --quiet.
func (a *App) note(format string, args ...any) {
	if !a.globals.Quiet {
		fmt.Fprintf(a.Err, "wslite: %s\n", hang(fmt.Sprintf(format, args...)))
	}
}

// asFault gives any error the project's type, so that nothing unexpected is
// shown as it is.
func asFault(err error) *fault.Error {
	if f := fault.Of(err); f != nil {
		return f
	}
	return fault.Wrap(err, fault.Client, "%s", text.Line(err.Error()))
}

// Exit is an error that carries an exit code and was printed already.
type Exit struct{ Code int }

func (e Exit) Error() string { return fmt.Sprintf("exit code %d", e.Code) }

// exitOf is the exit code that an error carries, ExitOK where it carries none.
func exitOf(err error) int {
	var exit Exit
	if errors.As(err, &exit) {
		return exit.Code
	}
	return fault.ExitOK
}

func exitWith(code int) error {
	if code == fault.ExitOK {
		return nil
	}
	return Exit{code}
}
