package cli

import (
	"context"
	"net"
	"strings"

	"github.com/wslite/wslite/host/bearer/jwt"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/mcp/web"
)

// addOAuth adds the tokens of the authorization server of [mcp.oauth], where there
// is one. at is where the server listens, ctx ends with it. The keys are asked for
// at once, so that the operator hears at the start where they can't be had; nobody
// waits for them.
func (a *App) addOAuth(ctx context.Context, w *waysIn, c *config.Config, at net.Addr) error {
	o := c.MCP.OAuth
	if o == nil {
		return nil
	}
	subjects := map[string]string{}
	for _, u := range c.MCP.Users {
		if u.Subject != "" {
			subjects[u.Subject] = u.Name
		}
	}
	if len(subjects) == 0 {
		return fault.New(fault.Usage, "[mcp.oauth] names an authorization server, and no user of [mcp.users] has a subject, so that none of its tokens could count").
			WithHint("set subject for each user: what the issuer's tokens have as %s", o.SubjectClaim)
	}
	resource, err := resourceOf(o, at)
	if err != nil {
		return err
	}
	v := jwt.New(jwt.Options{
		Issuer: o.Issuer, Resource: resource, Scopes: o.Scopes, Keys: o.JWKSURL, ByEmail: o.SubjectClaim == config.SubjectEmail,
		Users: subjects, Transport: a.network(), Now: a.Now,
		Warn: func(line string) {
			if ctx.Err() == nil {
				a.logger().Warn(line)
			}
		},
	})
	go v.Warm(ctx)
	told := jwt.Resource{URL: resource, Name: "Google Workspace by wslite", AuthorizationServers: o.AuthorizationServers, Scopes: o.Scopes}
	w.verifiers = append(w.verifiers, v)
	w.challenge, w.public = told.Challenge(), told.Metadata(web.Path)
	return nil
}

// resourceOf is the address for which tokens have to be made. The one that is
// listened at will do where clients know it by that.
func resourceOf(o *config.OAuth, at net.Addr) (string, error) {
	if o.Resource != "" {
		return o.Resource, nil
	}
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() {
		return "", fault.New(fault.Usage, "[mcp.oauth] needs resource, since the server listens at %s: that is not what clients know it by", at).
			WithHint("set resource to the server's public address, such as https://wslite.corp.example%s", web.Path)
	}
	return "http://" + strings.ToLower(tcp.String()) + web.Path, nil
}
