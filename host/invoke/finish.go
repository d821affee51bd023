package invoke

import (
	"context"
	"encoding/json"
	"strings"

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
	text, laidOut, err := c.fill(res.Text)
	if err == nil && laidOut {
		res.Items, laidOut, err = c.fillItems(res.Items)
	}
	if !laidOut && err == nil {
		res.Warnings = append(res.Warnings, "the plugin's text would repeat content beyond any use; it was left out")
		text, res.Items = "", nil
	}
	res.Text = text
	return err
}

// fillItems is fill for the texts of what a plugin shows beside its text.
func (c *contents) fillItems(items []guest.Item) (filled []guest.Item, laidOut bool, err error) {
	for i := range items {
		if !strings.Contains(items[i].Text, c.nonce) || c.nonce == "" {
			continue
		}
		if items[i].Text, laidOut, err = c.fill(items[i].Text); err != nil || !laidOut {
			return nil, laidOut, err
		}
	}
	return items, true, nil
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
