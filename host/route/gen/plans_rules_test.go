package main

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// request is what the rules look at.
type request struct {
	route string
	path  map[string]string
	query map[string]abi.Raw
	body  map[string]any
	seen  seen
}

func (r request) is(routes ...string) bool { return slices.Contains(routes, r.route) }

// beyond says why a request does more than its action and its parameters allow;
// empty where it does not.
func beyond(r request, class risk.Class, action string, params map[string]any) string {
	switch {
	case strings.HasPrefix(r.route, "calendar."):
		return beyondCalendar(r, class, params)
	case strings.HasPrefix(r.route, "drive."):
		return beyondDrive(r, class, action, params)
	case strings.HasPrefix(r.route, "gmail."):
		return beyondGmail(r, class, params)
	}
	return ""
}

// beyondCalendar: what changes an event says whom Google mails, and nobody unless
// the caller asked for it.
func beyondCalendar(r request, class risk.Class, params map[string]any) string {
	if !r.is("calendar.events.insert", "calendar.events.patch", "calendar.events.move", "calendar.events.delete", "calendar.events.quickAdd") {
		return ""
	}
	updates := strings.Trim(string(r.query["sendUpdates"]), `"`)
	switch {
	case updates == "":
		return "does not say who is mailed"
	case updates != "none" && (class != risk.Send || params["sendUpdates"] != updates):
		return "mails people"
	}
	return ""
}

// shares are the roles that an action may give.
var shares = map[string][]string{
	"fileAddEditor": {"writer"}, "fileAddViewer": {"reader"}, "fileSetSharing": {"reader", "commenter", "writer"},
}

func beyondDrive(r request, class risk.Class, action string, params map[string]any) string {
	trashed, says := r.body["trashed"]
	switch {
	case r.is("drive.files.update") && trashed == true && class != risk.Destructive:
		return "moves to the trash"
	case r.is("drive.files.update") && says && trashed != true && action != "fileUntrash":
		return "takes out of the trash"
	case r.is("drive.permissions.delete"):
		return beyondDelete(r.seen.permissions[r.path["permissionId"]], action, params)
	case r.is("drive.permissions.create", "drive.permissions.update"):
		role, _ := r.body["role"].(string)
		person, _ := r.body["emailAddress"].(string)
		kind, _ := r.body["type"].(string)
		access := strings.ToUpper(trimmed(params["access"]))
		switch {
		case !slices.Contains(shares[action], role):
			return "gives the role " + role
		case person != "" && !strings.EqualFold(person, trimmed(params["email"])):
			return "shares with another person"
		case kind == "anyone" && !strings.HasPrefix(access, "ANYONE"), kind == "domain" && !strings.HasPrefix(access, "DOMAIN"):
			return "shares with " + kind
		}
	}
	return ""
}

// removes are the roles that an action may take away.
var removes = map[string][]string{
	"fileRemoveEditor": {"writer", "fileOrganizer", "organizer"}, "fileRemoveViewer": {"reader", "commenter"},
}

// beyondDelete: a permission that is taken away is the named person's, or everyone's
// where the sharing with everyone is set.
func beyondDelete(p map[string]any, action string, params map[string]any) string {
	email, _ := p["emailAddress"].(string)
	role, _ := p["role"].(string)
	switch {
	case p == nil:
		return "removes a permission that was not looked at"
	case action == "fileSetSharing":
		if p["type"] != "anyone" && p["type"] != "domain" {
			return "removes a person's permission"
		}
	case !strings.EqualFold(email, trimmed(params["email"])):
		return "removes another person's permission"
	case !slices.Contains(removes[action], role):
		return "takes away the role " + role
	}
	return ""
}

func beyondGmail(r request, class risk.Class, params map[string]any) string {
	if r.is("gmail.users.messages.modify", "gmail.users.messages.batchModify", "gmail.users.threads.modify") && (holds(r.body["addLabelIds"], "TRASH") || holds(r.body["addLabelIds"], "SPAM")) {
		return "removes mail by a label"
	}
	action, _ := r.body["action"].(map[string]any)
	switch {
	case r.is("gmail.users.settings.filters.create") && action["forward"] != nil && (class != risk.Send || action["forward"] != trimmed(params["forward"])):
		return "forwards mail"
	case r.is("gmail.users.settings.filters.create") && holds(action["addLabelIds"], "TRASH"):
		return "removes mail that comes"
	case r.is("gmail.users.settings.updateVacation") && r.body["enableAutoReply"] == true && class != risk.Send:
		return "answers mail"
	case r.is("gmail.users.messages.send", "gmail.users.drafts.send") && class != risk.Send:
		return "sends"
	}
	return ""
}

// trimmed is a parameter as its action reads it.
func trimmed(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

func holds(list any, what string) bool {
	l, _ := list.([]any)
	return slices.Contains(l, any(what))
}
