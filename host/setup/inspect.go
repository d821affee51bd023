package setup

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/backend/appsscript"
)

// Clasp runs the clasp program. Its output is a stranger's text.
type Clasp interface {
	// Run runs clasp with these words in a folder and gives its standard
	// output; an error where it is not there, failed or took too long.
	Run(ctx context.Context, dir string, words ...string) ([]byte, error)
}

// World is what repair looks at.
type World struct {
	Getenv func(string) string
	// Checkout is nil where there is none: then only what the environment
	// and the proxies show is looked at.
	Checkout *Checkout
	Proxy    Proxy
	Clasp    Clasp
}

// Inspect finds what is wrong: in the .env file first, then service by
// service. It changes nothing. The error says why it could not go on.
func (w World) Inspect(ctx context.Context, services []string) ([]*Finding, error) {
	env, err := w.Checkout.Env()
	if err != nil {
		return nil, err
	}
	found := envFindings(w.Checkout, env)
	healths := w.healths(ctx, services)
	scripts := sync.OnceValues(func() ([]byte, error) { return w.scripts(ctx, services) })
	for i, s := range services {
		found = append(found, w.claspConfig(s, scripts)...)
		found = append(found, w.proxy(s, env, healths[i])...)
		found = append(found, w.deployment(ctx, s)...)
		if err := interrupted(ctx); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func envFindings(c *Checkout, env EnvFile) []*Finding {
	var found []*Finding
	report := env.Check()
	if report.CRLF {
		found = append(found, &Finding{
			Kind: EnvCRLF, Action: ActionConfirm,
			Summary:  ".env has Windows line ends; a shell takes the carriage returns into the values",
			Proposal: "rewrite .env with plain line ends",
			apply: func(context.Context, Repair) (string, error) {
				now, err := c.Env()
				if err != nil {
					return "", err
				}
				return "rewritten with plain line ends", c.WriteEnv(now.Normalize())
			},
		})
	}
	if n := len(report.Malformed); n > 0 {
		lines := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(report.Malformed)), ", "), "[]")
		found = append(found, &Finding{
			Kind: EnvMalformed, Action: ActionManual,
			Summary:  "lines of .env that set no variable of a proxy: " + lines,
			Proposal: `correct them by hand: export GOOGLE_WORKSPACE_<SERVICE>_PROXY_<URL or TOKEN>="value"`,
		})
	}
	return found
}

type healthAnswer struct {
	health Health
	advice string
}

// healths asks the proxies that have an address, all at the same time.
func (w World) healths(ctx context.Context, services []string) []healthAnswer {
	out := make([]healthAnswer, len(services))
	var wg sync.WaitGroup
	for i, s := range services {
		out[i].health = HealthSkipped
		if Look(w.Getenv, s).URL {
			wg.Go(func() { out[i].health, _, out[i].advice = askHealth(ctx, w.Proxy, s) })
		}
	}
	wg.Wait()
	return out
}

func (w World) proxy(service string, env EnvFile, h healthAnswer) []*Finding {
	at := Look(w.Getenv, service)
	if !at.URL {
		return nil
	}
	var found []*Finding
	if h.health != Healthy {
		found = append(found, &Finding{
			Kind: HealthFailing, Service: service, Action: ActionManual,
			Summary:  fmt.Sprintf("the %s proxy is not healthy: %s", service, h.health),
			Proposal: h.advice,
		})
	}
	if at.Complete() {
		return found
	}
	name := primaryName(service)
	if !w.Checkout.HasSecret(service) {
		return append(found, &Finding{
			Kind: SecretMissing, Service: service, Action: ActionManual,
			Summary:  fmt.Sprintf("no token of the %s proxy is set, and the checkout has no setup key for it", service),
			Proposal: fmt.Sprintf("set %s, or class tokens, to what the proxy issued; a setup key would stand in %s/%s", name, shownDir(service), secretName),
		})
	}
	f := &Finding{
		Kind: TokenMissing, Service: service, Action: ActionConfirm,
		Summary:  fmt.Sprintf("no token of the %s proxy is set", service),
		Proposal: fmt.Sprintf("ask the proxy for its token with the setup key of the checkout, and store it as %s in .env", name),
		apply:    bootstrapper(service, h.health),
	}
	if v, _ := env.Value(name); v != "" {
		f.Summary += "; .env has one: load that file first if it is the right one"
	}
	return append(found, f)
}

func (w World) claspConfig(service string, scripts func() ([]byte, error)) []*Finding {
	if !w.Checkout.HasScript(service) || w.Checkout.HasClasp(service) {
		return nil
	}
	f := &Finding{
		Kind: ClaspConfigMissing, Service: service, Action: ActionManual,
		Summary: fmt.Sprintf("%s has no %s, so clasp does not know its script", shownDir(service), claspName),
	}
	output, err := scripts()
	ids := scriptsNamed(output, scriptTitle(service))
	switch {
	case err != nil:
		f.Proposal = fmt.Sprintf("write it by hand with the script's id; clasp could not list the scripts: %s", messageOf(err))
	case len(ids) == 0:
		f.Proposal = fmt.Sprintf("clasp lists no script %q: create it, or write the file by hand with the script's id", scriptTitle(service))
	case len(ids) > 1:
		f.Proposal = fmt.Sprintf("clasp lists %d scripts %q: choose one and write the file by hand with its id", len(ids), scriptTitle(service))
	default:
		f.Action = ActionConfirm
		f.Proposal = fmt.Sprintf("write it for the script %q that clasp lists", scriptTitle(service))
		f.apply = func(context.Context, Repair) (string, error) {
			text, err := claspConfig(ids[0])
			if err != nil {
				return "", err
			}
			return "written", w.Checkout.WriteClasp(service, text)
		}
	}
	return []*Finding{f}
}

// scripts lists the owner's scripts, from the folder of any of the services:
// the list is the same everywhere.
func (w World) scripts(ctx context.Context, services []string) ([]byte, error) {
	for _, s := range services {
		if w.Checkout.HasScript(s) {
			return w.Clasp.Run(ctx, w.Checkout.ScriptDir(s), "list", "--json")
		}
	}
	return nil, nil
}

func (w World) deployment(ctx context.Context, service string) []*Finding {
	if !Look(w.Getenv, service).URL {
		return nil
	}
	d := w.Deployment(ctx, service)
	f := &Finding{Service: service, Action: ActionManual, Proposal: d.Advice}
	switch d.Status {
	case DeployStale:
		f.Kind = DeploymentStale
		f.Summary = fmt.Sprintf("the URL of the %s proxy runs an old version", service)
	case DeployNotFound:
		f.Kind = DeploymentNotFound
		f.Summary = fmt.Sprintf("clasp lists no deployment with the URL of the %s proxy", service)
	case DeployHead:
		f.Kind = DeploymentNotFound
		f.Summary = fmt.Sprintf("the URL of the %s proxy is that of no version", service)
	default:
		return nil
	}
	return []*Finding{f}
}

// Deployment asks clasp for the deployments of a service's script and
// compares them with the service's URL.
func (w World) Deployment(ctx context.Context, service string) Deployment {
	unavailable := Deployment{Status: DeployUnavailable}
	unavailable.Advice = unavailable.advice()
	if !w.Checkout.HasClasp(service) {
		return unavailable
	}
	output, err := w.Clasp.Run(ctx, w.Checkout.ScriptDir(service), "deployments")
	if err != nil {
		unavailable.Advice = messageOf(err)
		return unavailable
	}
	return DeploymentOf(w.Getenv(appsscript.URLName(service)), string(output))
}
