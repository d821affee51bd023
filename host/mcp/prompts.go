package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/text"
)

// maxPromptArgument is how many characters an argument of a prompt may have: it
// is a few words of a person, and no place for a document.
const maxPromptArgument = 200

// prompt is a piece of work that people ask for again and again.
type prompt struct {
	name, title, description string
	args                     []promptArgument
	// needs are the tools without which it makes no sense.
	needs []string
	// write gives the text. arg gives an argument or its preset; has tells whether
	// a tool is offered.
	write func(arg func(string) string, has func(string) bool) string
}

type promptArgument struct {
	name, title, description string
	required                 bool
	// preset stands in for an absent one, values are completed.
	preset string
	values []string
}

// addPrompts offers the prompts whose tools are offered.
func addPrompts(s *sdk.Server, o Options) {
	has := func(tool string) bool {
		return slices.ContainsFunc(o.Tools, func(t Tool) bool { return t.Name == tool })
	}
	for _, p := range prompts {
		if slices.ContainsFunc(p.needs, func(tool string) bool { return !has(tool) }) {
			continue
		}
		shown := &sdk.Prompt{Name: p.name, Title: p.title, Description: p.description}
		for _, a := range p.args {
			shown.Arguments = append(shown.Arguments, &sdk.PromptArgument{Name: a.name, Title: a.title, Description: a.description, Required: a.required})
		}
		s.AddPrompt(shown, func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			return p.get(req.Params.Arguments, has, o)
		})
	}
}

// get writes the prompt for a client.
func (p prompt) get(given map[string]string, has func(string) bool, o Options) (*sdk.GetPromptResult, error) {
	for name, value := range given {
		if !slices.ContainsFunc(p.args, func(a promptArgument) bool { return a.name == name }) {
			return nil, badPrompt("the prompt %s has no argument %.40q", p.name, name)
		}
		if utf8.RuneCountInString(value) > maxPromptArgument {
			return nil, badPrompt("the argument %s of the prompt %s is longer than %d characters", name, p.name, maxPromptArgument)
		}
	}
	for _, a := range p.args {
		if a.required && strings.TrimSpace(given[a.name]) == "" {
			return nil, badPrompt("the prompt %s needs the argument %s", p.name, a.name)
		}
	}
	arg := func(name string) string {
		if v := strings.TrimSpace(text.Line(given[name])); v != "" {
			return v
		}
		i := slices.IndexFunc(p.args, func(a promptArgument) bool { return a.name == name })
		return p.args[i].preset
	}
	words := p.write(arg, has) + "\n\n" + promptRules
	if o.Discover {
		words += "\n" + promptDiscover
	}
	return &sdk.GetPromptResult{Description: p.description, Messages: []*sdk.PromptMessage{
		{Role: "user", Content: &sdk.TextContent{Text: words}},
	}}, nil
}

func badPrompt(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

// complete proposes values for the arguments of prompts.
func complete(_ context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	out := &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{}}}
	ref := req.Params.Ref
	if ref == nil || ref.Type != "ref/prompt" {
		return out, nil
	}
	begun := strings.ToLower(req.Params.Argument.Value)
	for _, p := range prompts {
		for _, a := range p.args {
			if p.name != ref.Name || a.name != req.Params.Argument.Name {
				continue
			}
			for _, v := range a.values {
				if strings.HasPrefix(strings.ToLower(v), begun) {
					out.Completion.Values = append(out.Completion.Values, v)
				}
			}
		}
	}
	out.Completion.Total = len(out.Completion.Values)
	return out, nil
}
