package invoke

import (
	"context"
	"encoding/json"

	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/sdk/abi"
)

// finish makes of the backend's answer what the caller gets: text for people,
// and content in its place or in a file.
func (p *Pipeline) finish(ctx context.Context, m *prepared) error {
	r, res := m.Request, m.res
	if !res.Response.Success {
		return nil
	}
	var c contents
	if !p.Proxied { // a proxy's answer holds no names of ours
		var err error
		c, err = markContents(r, m.clock.Nonce, append([]any{res.Response.Data}, res.Response.Results...)...)
		if err != nil {
			return err
		}
	}
	if len(c.places) > 0 && r.Blobs.ToFile() {
		var err error
		res.Saved, err = c.save()
		return err
	}
	if r.Render {
		p.render(ctx, m)
	}
	texts := []*string{&res.Text}
	for i := range res.Items {
		texts = append(texts, &res.Items[i].Text)
	}
	laidOut, err := c.fill(texts...)
	if err == nil && !laidOut {
		res.Text, res.Items = "", nil
		res.Warnings = append(res.Warnings, "the plugin's text would repeat content beyond any use; it was left out")
	}
	return err
}

// render asks the plugin for text. A failure costs only the text: the result
// stands, and the front end shows the data instead.
func (p *Pipeline) render(ctx context.Context, m *prepared) {
	rawArgs, err := json.Marshal(m.args)
	if err != nil {
		return
	}
	rawResp, err := json.Marshal(m.res.Response.Object())
	if err != nil {
		return
	}
	text, items, err := guest.Render(ctx, m.inv, abi.RenderInput{Tool: m.res.Tool, Args: rawArgs, Clock: m.clock, Response: rawResp})
	if err != nil {
		m.res.Warnings = append(m.res.Warnings, "the plugin could not render the result: "+err.Error())
		return
	}
	m.res.Text, m.res.Items = text, items
}

// planner runs plan steps on the call's own instance.
type planner struct{ inv Invocation }

func (p planner) Plan(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error) {
	return guest.Plan(ctx, p.inv, in)
}
