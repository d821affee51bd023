package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderRevisions(a *plugin.Answer) string {
	return list(a, "revisions", "revision", "revisions", rows(func(r value.Value) []string {
		return []string{r.Get("id").Text(), show.Moment(r.Get("modifiedTime")), person(r.Get("lastModifyingUser")), show.Bytes(r.Get("size")), kept(r)}
	}))
}

func kept(r value.Value) string {
	switch keep, published := r.Get("keepForever").IsTrue(), r.Get("published").IsTrue(); {
	case keep && published:
		return "kept for ever, published"
	case keep:
		return "kept for ever"
	case published:
		return "published"
	}
	return ""
}

func renderRevision(r value.Value) string {
	links, _ := formats(r)
	return "revision " + r.Get("id").Text() + "\n" + text.Details(
		text.Line{Label: "Modified", Text: show.Moment(r.Get("modifiedTime"))},
		text.Line{Label: "By", Text: person(r.Get("lastModifyingUser"))},
		text.Line{Label: "Type", Text: r.Get("mimeType").Text()},
		text.Line{Label: "Size", Text: show.Bytes(r.Get("size"))},
		text.Line{Label: "State", Text: kept(r)},
		text.Line{Label: "File name", Text: r.Get("originalFilename").Text()},
		text.Line{Label: "MD5", Text: r.Get("md5Checksum").Text()},
		text.Line{Label: "Links to", Text: links},
	)
}

func renderSharedDrives(a *plugin.Answer) string {
	return list(a, "drives", "shared drive", "shared drives", rows(func(d value.Value) []string {
		return []string{named(d), d.Get("id").Text(), show.Moment(d.Get("createdTime")), hidden(d)}
	}))
}

func renderSharedDrive(d value.Value) string {
	return named(d) + "\n" + text.Details(
		text.Line{Label: "Created", Text: show.Moment(d.Get("createdTime"))},
		text.Line{Label: "State", Text: hidden(d)},
		text.Line{Label: "Restrictions", Text: trueKeys(d.Get("restrictions"))},
		text.Line{Label: "Allowed", Text: trueKeys(d.Get("capabilities"))},
		text.Line{Label: "Id", Text: d.Get("id").Text()},
	)
}

func hidden(d value.Value) string {
	if d.Get("hidden").IsTrue() {
		return "hidden"
	}
	return ""
}

// trueKeys are the names of what holds.
func trueKeys(v value.Value) string {
	out := ""
	for _, m := range v.Members() {
		if m.Value.IsTrue() {
			out = text.Join(out, ", ", m.Key)
		}
	}
	return out
}

func renderStart(d value.Value) string {
	token := d.Get("startPageToken").Text()
	if token == "" {
		return ""
	}
	return "Changes from now on: pageToken " + token + "\n"
}

func renderChanges(a *plugin.Answer) string {
	out := list(a, "changes", "change", "changes", rows(changeRow))
	if token := a.Data.Get("newStartPageToken").Text(); token != "" && out != "" {
		out += "That was all. For later changes: pageToken " + token + "\n"
	}
	return out
}

func changeRow(c value.Value) []string {
	what, of, id := "file", c.Get("file"), c.Get("fileId").Text()
	if c.Get("type").Text() == "drive" || id == "" && c.Get("driveId").Text() != "" {
		what, of, id = "shared drive", c.Get("drive"), c.Get("driveId").Text()
	}
	switch {
	case c.Get("removed").IsTrue():
		what += " removed"
	case of.Get("trashed").IsTrue():
		what += " in the trash"
	default:
		what += " changed"
	}
	return []string{show.Moment(c.Get("time")), what, of.Get("name").Text(), id}
}
