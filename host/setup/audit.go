package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/safefile"
)

// How serious an audit's finding is.
const (
	SeverityOK   = "ok"
	SeverityInfo = "info"
	SeverityWarn = "warn"
)

// Advisory is one line of the audit.
type Advisory struct {
	Severity, Area string
	// Service is empty for what concerns several.
	Service string
	Summary string
	// Advice says what to do; it may be empty.
	Advice string
}

// Audit says what the set-up allows beyond what is needed. It reads variables
// and the checkout's manifests, sends nothing and judges nothing that only
// the proxies' own properties show: there it names the properties.
func Audit(all []Presence, c *Checkout) []Advisory {
	var found []Advisory
	for _, p := range all {
		found = append(found, tokens(p)...)
		found = append(found, scopes(p.Service, c))
		found = append(found, allowLists(p)...)
	}
	installed := func(service string) bool {
		return slices.ContainsFunc(all, func(p Presence) bool { return p.Service == service })
	}
	if installed("drive") {
		found = append(found, Advisory{
			Severity: SeverityOK, Area: "sharing", Service: "drive",
			Summary: "the drive proxy shares nothing with anyone on the web unless one of its properties says so",
			Advice:  "keep ALLOW_PUBLIC_DRIVE_SHARING and ALLOW_PUBLIC_SHARING unset",
		})
	}
	if installed("docs") || installed("slides") {
		found = append(found, Advisory{
			Severity: SeverityInfo, Area: "images",
			Summary: "images: while no list of hosts is set, the docs and slides proxies fetch them from every https host, and follow redirects",
			Advice:  "set ALLOWED_IMAGE_HOSTS, or ALLOWED_DOCS_IMAGE_HOSTS and ALLOWED_SLIDES_IMAGE_HOSTS; a listed host admits its subdomains",
		})
	}
	return found
}

func tokens(p Presence) []Advisory {
	var found []Advisory
	add := func(severity, summary, advice string) {
		found = append(found, Advisory{Severity: severity, Area: "tokens", Service: p.Service, Summary: summary, Advice: advice})
	}
	switch {
	case len(p.Classes) > 0:
		add(SeverityOK, "class tokens are set: "+strings.Join(p.Classes, ", "), "")
	case p.Primary:
		add(SeverityWarn, "only the primary token is set: whoever has it can read, write, send, share and delete",
			"let the proxy issue class tokens and give each program the ones it needs")
	default:
		add(SeverityInfo, "the address is set, but no token", "wslite repair tells what is missing")
	}
	if p.has("ADMIN") {
		add(SeverityWarn, "an admin token is set: it is taken for every class above read, before the primary token",
			"unset it where it is not needed, or forbid it in the profile (forbid_admin_token)")
	}
	return found
}

func scopes(service string, c *Checkout) Advisory {
	a := Advisory{Severity: SeverityInfo, Area: "scopes", Service: service}
	if !c.HasScript(service) {
		a.Summary = "no manifest is here to read the script's scopes from"
		a.Advice = "run the audit in a checkout of workspace-lite"
		return a
	}
	shown := shownDir(service) + "/" + manifestName
	text, err := safefile.ReadAny(filepath.Join(c.ScriptDir(service), manifestName), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		a.Summary = "there is no " + shown + " to read the script's scopes from"
		return a
	}
	var manifest struct {
		OAuthScopes []string `json:"oauthScopes"`
	}
	if err != nil || json.Unmarshal(text, &manifest) != nil {
		a.Severity = SeverityWarn
		a.Summary = shown + " can't be read as JSON, so the script's scopes are not known"
		return a
	}
	if len(manifest.OAuthScopes) == 0 {
		a.Summary = "the manifest lists no scopes: Apps Script grants what the code seems to need"
		a.Advice = "list oauthScopes in " + shown
		return a
	}
	a.Summary = "the script runs with: " + clean(strings.Join(manifest.OAuthScopes, ", "), 2000)
	return a
}

func allowLists(p Presence) []Advisory {
	row, ok := allowListsOf()[p.Service]
	if !ok {
		return nil
	}
	found := []Advisory{{
		Severity: SeverityInfo, Area: "allowlists", Service: p.Service,
		Summary: "the proxy restricts itself by its properties: " + strings.Join(row.properties, ", "),
		Advice:  strings.TrimSpace("an unset list restricts nothing. " + row.gap),
	}}
	if p.Service == "gmail" && (p.Primary || p.has("SEND")) {
		found = append(found, Advisory{
			Severity: SeverityWarn, Area: "allowlists", Service: p.Service,
			Summary: "a token is set that may send mail; whom to, only the proxy's properties restrict",
			Advice:  fmt.Sprintf("set %s in the script", strings.Join(row.properties, " or ")),
		})
	}
	return found
}

// allowList is what is known of a service's lists.
type allowList struct {
	properties []string
	// gap is what the lists do not cover in the peer's proxies; may be empty.
	gap string
}

// allowListsOf names the script properties that a proxy reads. Tasks and
// forms have none.
func allowListsOf() map[string]allowList {
	mail := []string{"ALLOWED_EMAIL_RECIPIENTS", "ALLOWED_EMAIL_DOMAINS"}
	return map[string]allowList{
		"drive": {append([]string{"ALLOWED_DRIVE_FILE_IDS", "ALLOWED_DRIVE_FOLDER_IDS", "ALLOWED_DRIVE_SHARED_DRIVE_IDS"}, mail...),
			"The folder list covers neither reading a file by its id nor a copy without a destination."},
		"gmail":    {mail, "Copies (cc, bcc) of forwarded mail and of replies to drafts pass it by."},
		"calendar": {append([]string{"ALLOWED_CALENDAR_IDS"}, mail...), ""},
		"sheets":   {[]string{"ALLOWED_SPREADSHEET_IDS"}, ""},
		"slides":   {[]string{"ALLOWED_PRESENTATION_IDS"}, ""},
		"docs":     {[]string{"ALLOWED_DOCUMENT_IDS"}, ""},
	}
}
