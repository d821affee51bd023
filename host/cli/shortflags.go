package cli

import (
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/schema"
)

// shortFlags are second flags for arguments that many tools have under one long
// name. A tool's own flag or alias of that name goes before.
var shortFlags = []struct{ flag, key string }{
	{"attach", "attachments"},
	{"calendar", "calendarId"},
	{"max", "maxResults"},
	{"max", "pageSize"},
	{"starred", "isStarred"},
	{"tasklist", "tasklistId"},
	{"tz", "timeZone"},
	{"unread", "isUnread"},
}

// addShortFlags puts the short flags that a tool has room for beside its flags.
func addShortFlags(byFlag map[string]schema.Property) {
	for _, s := range shortFlags {
		prop, has := byFlag[catalog.Flag(s.key)]
		if _, taken := byFlag[s.flag]; has && !taken && prop.Key == s.key {
			byFlag[s.flag] = prop
		}
	}
}
