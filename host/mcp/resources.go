package mcp

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/fault"
)

// resourceScheme is that of all addresses that the server gives.
const resourceScheme = "wslite"

// readable is a kind of thing that can be read by its address. The tool that
// reads it does the work: same arguments, same policy, same log.
type readable struct {
	tool string
	// place is the address below the scheme; its words in braces are the tool's
	// arguments.
	place                    string
	name, title, description string
}

// readables are the things that a person or a model points at by id.
var readables = []readable{
	{"gmail_get_message", "gmail/message/{messageId}", "gmail_message", "A message",
		"One message of the mailbox: sender, recipients, subject, date and text. The id comes from gmail_search_messages."},
	{"gmail_get_thread", "gmail/thread/{threadId}", "gmail_thread", "A conversation",
		"The messages of one conversation, in order. The id comes from gmail_list_threads."},
	{"drive_read_file", "drive/file/{fileId}", "drive_file", "A file's text",
		"The text of a file in Drive. The id comes from drive_search_files or stands in the file's link."},
	{"docs_get_document", "docs/document/{documentId}", "docs_document", "A document",
		"A Google document as text. The id stands in its link."},
	{"calendar_get_event", "calendar/event/{calendarId}/{eventId}", "calendar_event", "An event",
		"One event with its times, place, text and guests. The user's own calendar has the id primary."},
	{"tasks_list_tasks", "tasks/list/{tasklistId}", "tasks_list", "A task list",
		"The tasks of one list with status and due date. The user's first list has the id @default, written as %40default."},
}

// addResources offers the things whose tools are offered. A client may read them
// when it likes, so none may do more than read.
func addResources(s *sdk.Server, o Options) {
	for _, r := range readables {
		i := slices.IndexFunc(o.Tools, func(t Tool) bool { return t.Name == r.tool })
		if i < 0 || !readsOnly(o.Tools[i]) {
			continue
		}
		c := newCaller(o, o.Tools[i])
		s.AddResourceTemplate(&sdk.ResourceTemplate{
			Name: r.name, Title: r.title, Description: r.description, MIMEType: "text/plain",
			URITemplate: resourceScheme + "://" + r.place,
		}, func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return c.read(ctx, req, r)
		})
	}
}

// read reads a thing by the tool that would read it.
func (c caller) read(ctx context.Context, req *sdk.ReadResourceRequest, r readable) (*sdk.ReadResourceResult, error) {
	args, ok := argumentsOf(r.place, req.Params.URI)
	if !ok {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	out, err := c.call(ctx, &sdk.CallToolRequest{
		Session: req.Session, Extra: req.Extra, Params: &sdk.CallToolParamsRaw{Meta: req.Params.Meta, Name: c.tool.Name, Arguments: raw},
	})
	if err != nil {
		return nil, err
	}
	said := textOf(out)
	if out.IsError {
		return nil, notRead(req.Params.URI, out, said)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{
		URI: req.Params.URI, MIMEType: "text/plain", Text: said, Meta: maps.Clone(untrusted),
	}}}, nil
}

// argumentsOf takes the arguments out of an address; ok is false where it is not
// of the place.
func argumentsOf(place, uri string) (map[string]any, bool) {
	rest, ok := strings.CutPrefix(uri, resourceScheme+"://")
	words, parts := strings.Split(place, "/"), strings.Split(rest, "/")
	if !ok || len(words) != len(parts) {
		return nil, false
	}
	args := map[string]any{}
	for i, word := range words {
		key, isArgument := strings.CutPrefix(word, "{")
		if !isArgument {
			if word != parts[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(parts[i])
		if err != nil || value == "" {
			return nil, false
		}
		args[strings.TrimSuffix(key, "}")] = value
	}
	return args, true
}

// notRead is the protocol's error for a thing that could not be read. Here it is
// no answer for a model to mend, so that the client hears of it.
func notRead(uri string, out *sdk.CallToolResult, said string) error {
	code := ""
	if o, ok := out.StructuredContent.(map[string]any); ok {
		if e, ok := o["error"].(map[string]any); ok {
			code, _ = e["code"].(string)
		}
	}
	if code == string(fault.NotFound) {
		return sdk.ResourceNotFoundError(uri)
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: said}
}

// textOf joins the texts of an answer.
func textOf(out *sdk.CallToolResult) string {
	var texts []string
	for _, c := range out.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// private marks all that may be cached as one user's: mails are read as resources,
// and what is offered hangs on the user's policy. The protocol's own word where
// nothing is said is that anybody in between may keep it and serve it to others.
func private(_ context.Context, _ sdk.Request, c *sdk.Cacheable) {
	*c = sdk.Cacheable{CacheScope: "private"}
}
