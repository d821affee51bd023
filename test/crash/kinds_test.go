//go:build unix

package crash

import (
	"path/filepath"
	"slices"
)

// kind is a call that changes something.
type kind struct {
	name string
	// call gives the words; mark must be in what it makes.
	call func(h *home, mark string) []string
	// full is how many effects the call has, requests how many requests make
	// them where there is no proxy.
	full, requests int
	// look and list tell where a workspace shows the effects; search says that
	// it was asked for those with the mark only.
	look, list string
	search     bool
	// proxied says that a proxy can do it.
	proxied bool
}

var kinds = []*kind{
	{name: "send", full: 1, requests: 1, look: "/gmail/v1/users/me/messages?q=subject:MARK", list: "messages", search: true, proxied: true,
		call: func(_ *home, mark string) []string {
			return []string{"gmail", "send", "--to", "ana@b.example", "--subject", mark, "--body", "hello", "--yes"}
		}},
	{name: "task", full: 1, requests: 1, look: "/tasks/v1/lists/@default/tasks", list: "items", proxied: true,
		call: func(_ *home, mark string) []string {
			return []string{"tasks", "create-task", "--tasklist-id", "@default", "--title", mark}
		}},
	{name: "event", full: 1, requests: 1, look: "/calendar/v3/calendars/primary/events?timeMin=2026-01-01T00:00:00Z", list: "items", proxied: true,
		call: func(_ *home, mark string) []string {
			return []string{"calendar", "create-event", "--title", mark, "--start", "2027-03-01T10:00:00Z", "--end", "2027-03-01T11:00:00Z"}
		}},
	{name: "batch", full: 2, requests: 2, look: "/tasks/v1/lists/@default/tasks", list: "items", proxied: true,
		call: func(_ *home, mark string) []string {
			one := func(title string) any {
				return map[string]any{"action": "tasksCreate", "params": map[string]any{"tasklistId": "@default", "title": title}}
			}
			return []string{"tasks", "batch", "--params-json", jsonText(map[string]any{"operations": []any{one(mark + " one"), one(mark + " two")}})}
		}},
	{name: "share", full: 1, requests: 1, look: "/drive/v3/files/FILE/permissions?fields=permissions(emailAddress)", list: "permissions", proxied: true,
		call: func(h *home, mark string) []string {
			return []string{"drive", "add-viewer", "--file-id", h.world.file(), "--email", mark + "@b.example", "--yes"}
		}},
	{name: "upload", full: 1, requests: 1, look: "/drive/v3/files?pageSize=100", list: "files",
		call: func(h *home, mark string) []string {
			path := filepath.Join(h.dir, mark+".txt")
			write(h.t, path, "the content of "+mark)
			return []string{"drive", "create-file", "--name", mark + ".txt", "--file", path}
		}},
	{name: "raw", full: 1, requests: 1, look: "/tasks/v1/lists/@default/tasks", list: "items", proxied: true,
		call: func(_ *home, mark string) []string {
			return []string{"call", "tasks", "tasksCreate", "--params-json", jsonText(map[string]any{"tasklistId": "@default", "title": mark})}
		}},
}

// kindOf finds a kind by its name.
func kindOf(name string) *kind {
	return kinds[slices.IndexFunc(kinds, func(k *kind) bool { return k.name == name })]
}
