package setup

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// DeploymentStatus compares the deployment that a URL names with those that
// clasp lists.
type DeploymentStatus string

const (
	DeployCurrent      DeploymentStatus = "current"
	DeployStale        DeploymentStatus = "stale"         // a higher version is deployed elsewhere
	DeployHead         DeploymentStatus = "head"          // it runs the script as it was last saved
	DeployNotFound     DeploymentStatus = "not-found"     // the script has no such deployment
	DeployMissingURL   DeploymentStatus = "missing-url"   // the variable is empty
	DeployMalformedURL DeploymentStatus = "malformed-url" // no web app's address
	DeployUnparseable  DeploymentStatus = "unparseable-output"
	DeployUnavailable  DeploymentStatus = "clasp-unavailable"
)

// Fails says whether doctor takes the status for a fault. That clasp can't be
// asked is none: a machine that only calls proxies does not need it.
func (s DeploymentStatus) Fails() bool { return s != DeployCurrent && s != DeployUnavailable }

// headVersion is how clasp calls the deployment without a version.
const headVersion = "HEAD"

// Deployment is what is known of one.
type Deployment struct {
	Status DeploymentStatus
	// Version is that of the URL's deployment: a number or HEAD; "" where it
	// is not known. Latest is the highest number that clasp lists; 0 = none.
	Version string
	Latest  int
	// Fingerprint is the beginning of the deployment's id.
	Fingerprint string
	// Advice says what to do; "" where all is well.
	Advice string
}

var (
	// listed is a line of clasp deployments: "- ID @3 - description".
	listed = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[ \t]*-[ \t]+([A-Za-z0-9_-]+)[ \t]+@(HEAD|[0-9]{1,9})\b`)
	})
	// counted is clasp's line that says how many follow, none included.
	counted = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?mi)^[ \t]*(Found[ \t]+)?([0-9]+|no)[ \t]+deployments?\b`)
	})
	// webApp is the path of a web app's address. Workspace domains have
	// forms of their own: /a/macros/DOMAIN/s/ID and /a/DOMAIN/macros/s/ID;
	// with several accounts signed in there is /macros/u/1/s/ID.
	webApp = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^/(?:a/(?:[^/]+/)?)?macros/(?:[^/]+/){0,2}s/(AKfy[A-Za-z0-9_-]+)(?:/([a-z]*))?/?$`)
	})
)

// DeploymentOf compares a URL with the output of clasp deployments.
func DeploymentOf(address, output string) Deployment {
	d := compare(address, output)
	d.Advice = d.advice()
	return d
}

func compare(address, output string) Deployment {
	address = strings.TrimSpace(address)
	if address == "" {
		return Deployment{Status: DeployMissingURL}
	}
	u, err := url.Parse(address)
	if err != nil {
		return Deployment{Status: DeployMalformedURL}
	}
	parts := webApp().FindStringSubmatch(u.Path)
	if parts == nil {
		return Deployment{Status: DeployMalformedURL}
	}
	id, ending := parts[1], parts[2]
	d := Deployment{Fingerprint: fingerprint(id)}
	lines := listed().FindAllStringSubmatch(output, -1)
	if len(lines) == 0 && !counted().MatchString(output) {
		d.Status = DeployUnparseable
		return d
	}
	for _, l := range lines {
		if n, err := strconv.Atoi(l[2]); err == nil {
			d.Latest = max(d.Latest, n)
		}
		if l[1] == id {
			d.Version = l[2]
		}
	}
	d.Status = d.statusOf(ending)
	if d.Status == DeployHead {
		d.Version = headVersion
	}
	return d
}

// statusOf judges a deployment whose version is known, if it has any. An
// address that ends in /dev runs the script as it was last saved, whatever the
// deployment's version, and only for those who may edit it.
func (d Deployment) statusOf(ending string) DeploymentStatus {
	if d.Version == "" {
		return DeployNotFound
	}
	if d.Version == headVersion || ending == "dev" {
		return DeployHead
	}
	if n, _ := strconv.Atoi(d.Version); n < d.Latest {
		return DeployStale
	}
	return DeployCurrent
}

// fingerprint shows enough of an id to tell deployments apart.
func fingerprint(id string) string { return id[:min(len(id), 10)] + "…" }

func (d Deployment) advice() string {
	switch d.Status {
	case DeployStale:
		return fmt.Sprintf("the URL runs version %s, version %d is deployed elsewhere: use that deployment's URL, or redeploy this one", d.Version, d.Latest)
	case DeployHead:
		return "the URL runs the script as it was last saved: use the URL of a deployment with a version; it ends in /exec"
	case DeployNotFound:
		return "the script of the checkout has no deployment with the URL's id: check .clasp.json and the URL"
	case DeployMissingURL:
		return "the URL is not set"
	case DeployMalformedURL:
		return "the URL is no web app's address: copy it from the deployment (it holds /macros/s/AKfy… and ends in /exec)"
	case DeployUnparseable:
		return "what clasp deployments printed is not understood: run it in the script's folder and look"
	case DeployUnavailable:
		return "clasp could not be asked: it needs a checkout, the script's .clasp.json, and a login"
	}
	return ""
}
