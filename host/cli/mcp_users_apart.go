package cli

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
)

// oneEach refuses what names one account, one token or one set of files for all
// users together.
func (a *App) oneEach(c *config.Config, o httpOptions) error {
	for _, x := range []struct {
		given     bool
		what, why string
	}{
		{o.tokenFile != "", "--token-file", "one token can't tell users apart: leave it out, and run wslite mcp token add NAME for each"},
		{a.Getenv(EnvMCPToken) != "", "$" + EnvMCPToken, "one token can't tell users apart: unset it, and run wslite mcp token add NAME for each"},
		{a.globals.Account != "", "--account", "it would be the account of all users: set account in each [mcp.users.NAME]"},
		{a.Getenv(auth.EnvAccount) != "", "$" + auth.EnvAccount, "it would be the account of all users: unset it, and set account in each [mcp.users.NAME]"},
		{a.Getenv(auth.EnvAccessToken) != "", "$" + auth.EnvAccessToken, "it would be the token of all users: unset it, and sign each account in (wslite auth login)"},
		{len(c.MCP.UploadRoots) > 0, "[mcp] upload_roots", "each user could send the others' files: set upload_roots in the [mcp.users.NAME] whose files they are"},
	} {
		if x.given {
			return fault.New(fault.Usage, "%s does not go with --users", x.what).WithHint("%s", x.why)
		}
	}
	if len(c.MCP.Users) == 0 {
		return fault.New(fault.Usage, "--users serves the users of the configuration, and there are none").
			WithHint("add a table [mcp.users.NAME] with profile or account for each: wslite config path tells where")
	}
	return nil
}

// apart refuses users of whom it is not certain whose data their calls touch, or
// who would share what one person has.
func (u *users) apart() error {
	proxied, files := "", map[string]string{}
	for _, name := range u.names() {
		c, err := u.runs[name].app.config()
		if err != nil {
			return ofUser(name, err)
		}
		switch p := c.Profile; {
		case p.Backend == config.Google && p.Account == "":
			return fault.New(fault.Usage, "the user %s: no account is named, and the default one is nobody's in particular", name).
				WithHint("set account in [mcp.users.%s] or in [profile.%s]", name, p.Name)
		case p.Backend == config.Google && p.Account == auth.Env:
			return fault.New(fault.Usage, "the user %s: the account %q is the token of $%s, which would be that of all users", name, auth.Env, auth.EnvAccessToken).
				WithHint("sign the account in with wslite auth login, and name it")
		case p.Backend == config.Google:
		case !p.Chosen:
			return fault.New(fault.Usage, "the user %s: nothing says whose data it is", name).
				WithHint("set account in [mcp.users.%s], or profile to one with a backend", name)
		case p.Backend == config.Local:
			// Some file systems know no difference of case.
			file := strings.ToLower(oneName(c.LocalFile))
			if other := files[file]; other != "" {
				return fault.New(fault.Usage, "the users %s and %s would share one embedded workspace", other, name).
					WithHint("give each a profile with a file of its own: [profile.NAME.local] path")
			}
			files[file] = name
		case proxied != "":
			return fault.New(fault.Usage, "the users %s and %s would both run over the proxies of this environment, which act for one person", proxied, name).
				WithHint("use profiles with backend = %q and an account each", config.Google)
		default:
			proxied = name
		}
	}
	return nil
}

func (u *users) names() []string {
	var out []string
	for name := range u.runs {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
