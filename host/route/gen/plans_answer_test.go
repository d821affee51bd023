package main

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// answers makes answers that a service might give: each conforms to the schema of
// its route in the Discovery document, and none is what one would write by hand.
// Members are missing, lists are empty or long, texts hold what people type.
type answers struct {
	*rand.Rand
	schemas map[string]*shape
	ids     []string
	// most is how many items the request lets a list have, and made counts ids that
	// must differ.
	most, made int
	// sparse leaves out even what services always give. No document forbids it, and
	// no plan should fall over it.
	sparse bool
	// pages is how many more pages a list of this call has.
	pages int
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// chance is true once in n times.
func (a *answers) chance(n int) bool { return a.IntN(n) == 0 }

// of makes a value of a schema. path tells where it stands, the name last; at the
// bottom nothing nests further.
func (a *answers) of(s *shape, owner, name string, depth int) any {
	if s.Ref != "" {
		switch s.Ref {
		case "MessagePart":
			return a.part(depth)
		case "EventDateTime":
			return a.moment()
		}
		return a.of(a.schemas[s.Ref], s.Ref, name, depth)
	}
	switch s.Type {
	case "object":
		return a.object(s, owner, depth)
	case "array":
		n := pick(a.Rand, []int{0, 1, 1, 2, 3, 20})
		if depth == 1 {
			if a.chance(12) {
				n = 150
			}
			n = min(n, a.most)
		}
		if n == 0 && !a.sparse && slices.Contains(always[owner], name) {
			n = 1 // no conversation without a message
		}
		out := []any{}
		for range n {
			if depth > 4 && len(out) > 1 {
				break
			}
			out = append(out, a.of(s.Items, owner, name, depth+1))
		}
		return out
	case "integer":
		return pick(a.Rand, []int{0, 1, 2, 7, 100, 5_000_001, 1 << 30})
	case "number":
		return a.Float64()
	case "boolean":
		return a.chance(2)
	case "string":
		return a.text(s, owner, name)
	}
	return map[string]any{}
}

// object leaves out each member once in five times, and most of them below the
// fourth level.
func (a *answers) object(s *shape, owner string, depth int) map[string]any {
	out := map[string]any{}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names) // a seed gives the same answer each time
	for _, name := range names {
		if name == "nextPageToken" || name == "nextSyncToken" || name == "newStartPageToken" {
			continue
		}
		left := a.chance(5) || depth > 4 && !a.chance(3)
		if left && (a.sparse || !slices.Contains(always[owner], name)) {
			continue
		}
		out[name] = a.of(s.Properties[name], owner, name, depth+1)
	}
	if s.AdditionalProperties != nil {
		for range a.IntN(3) {
			out[pick(a.Rand, a.ids)] = a.of(s.AdditionalProperties, owner, "", depth+1)
		}
	}
	if _, is := s.Properties["nextPageToken"]; is && depth == 0 {
		if a.pages > 0 {
			a.pages--
			out["nextPageToken"] = fmt.Sprintf("page~%d/+=", a.pages)
		} else {
			for _, last := range []string{"nextSyncToken", "newStartPageToken"} {
				if s.Properties[last] != nil {
					out[last] = "sync=="
				}
			}
		}
	}
	return out
}

func (a *answers) text(s *shape, owner, name string) string {
	if len(s.Enum) > 0 {
		return pick(a.Rand, s.Enum)
	}
	switch s.Format {
	case "date-time", "google-datetime":
		return a.time().Format(pick(a.Rand, []string{time.RFC3339, "2006-01-02T15:04:05.000Z07:00"}))
	case "date":
		return a.time().Format(time.DateOnly)
	case "int64", "uint64":
		return pick(a.Rand, []string{"0", "1", "1764500000000", "15728640", "9007199254740993"})
	case "byte":
		return base64.URLEncoding.EncodeToString([]byte(pick(a.Rand, words)))
	}
	for _, key := range []string{name + "." + owner, name} {
		if list := texts[key]; list != nil {
			return pick(a.Rand, list)
		}
	}
	switch {
	case name == "mimeType" || name == "targetMimeType":
		return pick(a.Rand, fileTypes)
	case name == "id" && owner == "Permission":
		// The one kind of which a plan must tell apart what it may take away.
		a.made++
		return fmt.Sprintf("%020d", a.made)
	case name == "id" || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "Ids") || name == "parents" || name == "parent":
		return pick(a.Rand, a.ids)
	case strings.Contains(strings.ToLower(name), "email") || name == "forward":
		return pick(a.Rand, addresses)
	case name == "etag":
		return pick(a.Rand, []string{`"abc"`, `"3181161784712000"`, `"p32c/=+"`})
	case name == "md5Checksum":
		return "d41d8cd98f00b204e9800998ecf8427e"
	case strings.HasSuffix(strings.ToLower(name), "resourcekey"):
		return pick(a.Rand, []string{"", "0-aB_c1"})
	case name == "due" || name == "completed" || name == "updated":
		return a.time().UTC().Format(time.RFC3339)
	case strings.HasSuffix(name, "Link") || strings.HasSuffix(name, "Uri"):
		return "https://example.org/" + pick(a.Rand, a.ids)
	}
	return pick(a.Rand, words)
}

var zones = []*time.Location{time.UTC, time.FixedZone("", 3600), time.FixedZone("", -5*3600), time.FixedZone("", 20700)}

func (a *answers) time() time.Time {
	return time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(a.IntN(3*365*24*60)-365*24*60) * time.Minute).In(pick(a.Rand, zones))
}

// moment is the start or the end of an event: timed, of whole days, or not told.
func (a *answers) moment() map[string]any {
	switch a.IntN(5) {
	case 0:
		return map[string]any{}
	case 1, 2:
		return map[string]any{"date": a.time().Format(time.DateOnly)}
	}
	out := map[string]any{"dateTime": a.time().Format(time.RFC3339)}
	if a.chance(2) {
		out["timeZone"] = pick(a.Rand, texts["timeZone"])
	}
	return out
}

var headers = []string{"From", "To", "Cc", "Bcc", "Reply-To", "Subject", "Message-ID", "In-Reply-To", "References", "Date", "Content-Type", "Content-Disposition", "Content-ID", "X-Spam", "subject"}

// part is a part of a mail, with parts in it.
func (a *answers) part(depth int) map[string]any {
	out := map[string]any{"partId": pick(a.Rand, []string{"", "0", "1.2"}), "filename": pick(a.Rand, append([]string{"", "", "a.txt"}, words...))}
	var list []any
	for range a.IntN(len(headers)) {
		name := pick(a.Rand, headers)
		value := pick(a.Rand, words)
		switch name {
		case "From", "To", "Cc", "Bcc", "Reply-To":
			value = pick(a.Rand, addresses)
		case "Message-ID", "In-Reply-To":
			value = "<" + pick(a.Rand, a.ids) + "@mail.example.com>"
		case "References":
			value = strings.Repeat("<a@example.com> ", a.IntN(40)) + "<b@example.com>"
		case "Content-Type":
			value = pick(a.Rand, mimeTypes)
		}
		list = append(list, map[string]any{"name": name, "value": value})
	}
	if !a.chance(6) {
		out["headers"] = list
		if list == nil {
			out["headers"] = []any{}
		}
	}
	if depth < 5 && a.chance(2) {
		out["mimeType"] = pick(a.Rand, []string{"multipart/mixed", "multipart/alternative", "multipart/related"})
		parts := []any{}
		for range a.IntN(4) {
			parts = append(parts, a.part(depth+1))
		}
		out["parts"], out["body"] = parts, map[string]any{"size": 0}
		return out
	}
	out["mimeType"] = pick(a.Rand, mimeTypes)
	body := map[string]any{"size": a.IntN(5000)}
	switch a.IntN(4) {
	case 0:
		body["attachmentId"] = "ANGjdJ_" + pick(a.Rand, a.ids)
	case 1:
	default:
		body["data"] = base64.URLEncoding.EncodeToString([]byte(pick(a.Rand, words)))
	}
	out["body"] = body
	return out
}
