package gmailapi

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
	"github.com/wslite/wslite/host/backend/local/store"
)

// takeout maps the names that Google Takeout writes into X-Gmail-Labels in
// English, in lower case; "" is no label. Names in other languages become
// labels of the user.
var takeout = map[string]string{
	"inbox": inbox, "sent": sent, "spam": spam, "trash": trash, "bin": trash, "starred": starred, "important": important, "unread": unread,
	"category promotions": "CATEGORY_PROMOTIONS", "category social": "CATEGORY_SOCIAL", "category updates": "CATEGORY_UPDATES",
	"category forums": "CATEGORY_FORUMS", "category personal": "CATEGORY_PERSONAL",
	"opened": "", "archived": "", "all mail": "", "category purchases": "", "category reservations": "",
}

// importNames is the labels that an imported mail shall have.
type importNames struct {
	system []string // ids
	user   []string // names
	draft  bool
	chat   bool
}

// labelNames sorts the names that were asked for and those in the mail. A mail
// for which nobody names any is where people look for it: in the inbox, or among
// those sent where the owner wrote it.
func labelNames(names []string, headers []rfc822.Header, owner string) (out importNames) {
	all := slices.Clone(names)
	for _, value := range rfc822.All(headers, "X-Gmail-Labels") {
		all = append(all, splitNames(value)...)
	}
	if len(all) == 0 {
		from, _ := rfc822.Addresses(rfc822.Get(headers, "From"))
		if len(from) == 1 && strings.EqualFold(from[0], owner) {
			return importNames{system: []string{sent}}
		}
		return importNames{system: []string{inbox}}
	}
	for _, name := range all {
		name = tidyName(name)
		id, known := takeout[foldName(name)]
		if upper := strings.ToUpper(name); !known && strings.HasPrefix(upper, "CATEGORY_") && takeout["category "+strings.ToLower(upper[9:])] == upper {
			id, known = upper, true
		}
		switch fold := foldName(name); {
		case fold == "draft" || fold == "drafts":
			out.draft = true
		case fold == "chat" || fold == "chats":
			out.chat = true
		case known && id != "":
			out.system = append(out.system, id)
		case !known && name != "":
			out.user = append(out.user, name)
		}
	}
	return out
}

// splitNames splits at commas outside of quotes.
func splitNames(value string) []string {
	var out []string
	var b strings.Builder
	quoted := false
	for _, r := range value {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ',' && !quoted:
			out = append(out, b.String())
			b.Reset()
		default:
			b.WriteRune(r)
		}
	}
	return append(out, b.String())
}

// tidyName makes a name that a label can have; empty if nothing is left.
func tidyName(name string) string {
	name = strings.Map(func(r rune) rune {
		if control(r) {
			return -1
		}
		return r
	}, name)
	levels := slices.DeleteFunc(strings.Split(name, "/"), func(s string) bool { return strings.TrimSpace(s) == "" })
	runes := []rune(strings.TrimSpace(strings.Join(levels, "/")))
	return strings.Trim(string(runes[:min(len(runes), maxLabelName)]), " /")
}

// importLabels gives the ids of the labels, of which it makes the missing ones.
// Of the places that exclude each other the trash wins, then spam.
func (a *API) importLabels(tx *store.Tx, names importNames) ([]string, error) {
	ids := names.system
	if slices.Contains(ids, trash) {
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == inbox || id == spam })
	} else if slices.Contains(ids, spam) {
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == inbox })
	}
	if names.draft {
		ids = append([]string{draft}, ids...)
	}
	for _, name := range names.user {
		l, err := labelByName(tx, name)
		if err != nil {
			return nil, err
		}
		if l == nil {
			l = &labelRow{name: name, listShows: "labelShow", messages: "show"}
			if err := a.makeLabel(tx, l); err != nil {
				return nil, err
			}
		}
		ids = append(ids, l.id)
	}
	return ids, nil
}
