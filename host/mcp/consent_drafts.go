package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/draft"
	telling "github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/sdk/abi"
)

// The tools by which an agent follows what it stored. There is none to approve:
// a person does that, and never through the agent.
const (
	DraftStatus = "wslite_draft_status"
	RunDraft    = "wslite_run_draft"
)

var (
	statusInput = abi.Raw(`{"type":"object","properties":{"draftId":{"type":"string","minLength":1,"description":"The id that the call gave, as d-4f7kq2m9xw3b"}},` +
		`"required":["draftId"],"additionalProperties":false}`)
	runInput = abi.Raw(`{"type":"object","properties":{"draftId":{"type":"string","minLength":1,"description":"The id that the call gave, as d-4f7kq2m9xw3b"},` +
		`"revision":{"type":"integer","minimum":1,"description":"The revision that the status shows"}},"required":["draftId","revision"],"additionalProperties":false}`)
)

// drafts serves the two tools.
type drafts struct {
	o Options
	// tools are those that are offered now: plugins come and go.
	tools []Tool
}

// draftTools are those that a server offers beside the catalogs': none where no
// call ever waits as a draft, or nothing is offered.
func draftTools(o Options, tools []Tool) []own {
	if o.Mode == Argument || len(tools) == 0 {
		return nil
	}
	d, yes, no := drafts{o, tools}, true, false
	return []own{
		{&sdk.Tool{
			Name: DraftStatus, Title: "See what became of a draft", InputSchema: statusInput,
			Description: "Tells where a call stands that waits for a person's approval: whether it is approved, was run, failed, was rejected or has expired. It changes nothing. Ask it again only after your user says that they decided.",
			Annotations: &sdk.ToolAnnotations{Title: "See what became of a draft", ReadOnlyHint: true, DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &no},
		}, d.status},
		{&sdk.Tool{
			Name: RunDraft, Title: "Run an approved draft", InputSchema: runInput,
			Description: "Runs a draft that a person has approved, exactly as it was approved, and at most once. You can't approve a draft, nor change one: where it is not approved this is refused.",
			Annotations: &sdk.ToolAnnotations{Title: "Run an approved draft", DestructiveHint: &yes, IdempotentHint: true, OpenWorldHint: &yes},
		}, d.run},
	}
}

func (d drafts) status(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, err := checked(req, statusInput)
	if err != nil {
		return failure(err), nil
	}
	dr, _, err := d.find(ctx, args["draftId"].(string))
	if err != nil {
		return failure(err), nil
	}
	return standing(dr, time.Now()), nil
}

func (d drafts) run(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, err := checked(req, runInput)
	if err != nil {
		return failure(err), nil
	}
	dr, p, err := d.find(ctx, args["draftId"].(string))
	if err != nil {
		return failure(err), nil
	}
	if n, err := args["revision"].(json.Number).Int64(); err != nil || n != int64(dr.Revision) {
		return failure(fault.New(fault.DraftStale, "draft %s has revision %d now: a person has changed it since", dr.ID, dr.Revision).
			WithHint("look at it with %s", DraftStatus)), nil
	}
	far := progressOf(ctx, req.Session, req.Params)
	put := d.o.shelves.forCall(req.Session, d.o.blobOptions(far))
	defer put.close()
	res, err := p.RunDraft(ctx, invoke.DraftRun{
		Draft: dr, Render: true, Blobs: put.blobs, Progress: far.step, Heard: hears(ctx, req.Session, dr.Payload.Service),
	})
	if err != nil {
		return failure(err), nil
	}
	tool := p.Catalog.Tool(res.Tool)
	if tool == nil { // it ran before, and its tool is gone since
		tool = &catalog.Tool{}
	}
	return caller{o: d.o, tool: tool}.answerWith(res, nil, put), nil
}

// find gives a draft that an agent stored for the account of this server, and
// the pipeline that it runs in. Of every other it tells nothing but that it is
// none.
func (d drafts) find(ctx context.Context, id string) (*draft.Draft, *invoke.Pipeline, error) {
	first, err := d.o.Pipeline(ctx, d.tools[0].Service)
	if err != nil {
		return nil, nil, err
	}
	if first.Records == nil {
		return nil, nil, noDraft(id)
	}
	all, err := first.Records.Drafts(ctx)
	if err != nil {
		return nil, nil, err
	}
	dr, err := all.Get(ctx, id)
	if err != nil {
		if fault.CodeOf(err) == fault.DraftRefused {
			err = noDraft(id)
		}
		return nil, nil, err
	}
	if !slices.ContainsFunc(d.tools, func(t Tool) bool { return t.Service == dr.Payload.Service }) {
		return nil, nil, noDraft(id)
	}
	p, err := d.o.Pipeline(ctx, dr.Payload.Service)
	if err != nil {
		return nil, nil, err
	}
	r := p.Records
	if r == nil || dr.Owner != r.Owner || dr.FrontEnd != policy.MCP || dr.Payload.Profile != r.Profile || dr.Payload.Local != r.Local {
		return nil, nil, noDraft(id)
	}
	return dr, p, nil
}

func noDraft(id string) error {
	return fault.New(fault.DraftRefused, "there is no draft %.40q that an agent stored for this account and profile", id).
		WithHint("take the draftId from the answer of the call that stored it")
}

// standing tells an agent where a draft stands, and what comes next.
func standing(d *draft.Draft, now time.Time) *sdk.CallToolResult {
	o := map[string]any{
		"draftId": d.ID, "revision": d.Revision, "payloadDigest": d.Digest, "status": string(d.State),
		"tool": d.Payload.Tool, "action": d.Payload.Action, "class": string(d.Payload.Class), "expiresAt": d.Expires.UTC(),
	}
	if d.State == draft.Approved && d.Approval != nil {
		o["approvalExpiresAt"] = d.Approval.ExpiresAt.UTC()
	}
	for key, v := range map[string]string{"failureCode": d.Code, "resourceId": d.Resource} {
		if v != "" {
			o[key] = v
		}
	}
	said := fmt.Sprintf("Draft %s (revision %d) of %s: %s.", d.ID, d.Revision, d.Payload.Tool, telling.State(d, now))
	if d.Code != "" {
		said += " The code of its failure is " + d.Code + "."
	}
	if next := next(d); next != "" {
		said += "\n" + next
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: said}}, StructuredContent: o}
}

// next is what an agent can do about a draft.
func next(d *draft.Draft) string {
	switch d.State {
	case draft.Pending:
		return fmt.Sprintf("Only a person can approve it: wslite drafts approve %s --run, or wslite drafts review.", d.ID)
	case draft.Approved:
		return fmt.Sprintf("Run it with %s, while the approval stands.", RunDraft)
	case draft.Executed:
		return "Don't store or run it again."
	case draft.Unknown:
		return "It may have happened. Don't repeat it: ask your user to look at the service, and to run wslite outcomes list."
	case draft.Rejected:
		return "Ask your user what they want instead."
	case draft.Failed, draft.Expired:
		return "If it is still wanted, make the call again."
	}
	return ""
}

// checked reads the arguments of a tool of ours. Nothing stands beside them: what
// runs is what was stored.
func checked(req *sdk.CallToolRequest, input abi.Raw) (map[string]any, error) {
	args, err := arguments(req.Params.Arguments)
	if err != nil {
		return nil, err
	}
	s, err := schema.Compile(input)
	if err != nil {
		return nil, err
	}
	args, _ = s.Respell(args)
	return s.Check(args)
}
