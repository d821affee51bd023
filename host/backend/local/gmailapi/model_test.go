package gmailapi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// model is a mailbox as simple as can be: the labels of each message.
type model struct {
	b      *bench
	order  []string // ids by age
	labels map[string]map[string]bool
	back   map[string][]string // what a return brings back
	steps  int
}

func (m *model) set(id, label string, on bool) {
	if on {
		m.labels[id][label] = true
	} else {
		delete(m.labels[id], label)
	}
}

// place moves a message to INBOX, TRASH or SPAM.
func (m *model) place(id, to string) {
	if m.labels[id][to] {
		return
	}
	m.back[id] = nil
	for _, p := range []string{"INBOX", "TRASH", "SPAM"} {
		if p != to && m.labels[id][p] {
			m.set(id, p, false)
			if to != "INBOX" {
				m.back[id] = append(m.back[id], p)
			}
		}
	}
	m.set(id, to, true)
}

// leave takes a message out of TRASH or SPAM.
func (m *model) leave(id, from string) {
	if !m.labels[id][from] {
		return
	}
	m.set(id, from, false)
	for _, p := range m.back[id] {
		m.set(id, p, true)
	}
	m.back[id] = nil
}

func (m *model) some(t *rapid.T) string {
	if len(m.order) == 0 {
		t.Skip("no message")
	}
	return rapid.SampledFrom(m.order).Draw(t, "message")
}

func (m *model) actions() map[string]func(*rapid.T) {
	plain := rapid.SampledFrom([]string{"STARRED", "UNREAD", "IMPORTANT", "Label_15"})
	return map[string]func(*rapid.T){
		"insert": func(t *rapid.T) {
			labels := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"INBOX", "UNREAD", "STARRED"}), 0, 3, rapid.ID[string]).Draw(t, "labels")
			id := m.b.insert(compose("x", fmt.Sprint("Subject: ", len(m.order))), labels...)
			m.order = append(m.order, id)
			m.labels[id] = map[string]bool{}
			for _, l := range labels {
				m.set(id, l, true)
			}
		},
		"modify": func(t *rapid.T) {
			id, add, remove := m.some(t), plain.Draw(t, "add"), plain.Draw(t, "remove")
			if add == remove {
				m.b.must(400, "POST", "messages/"+id+"/modify", fmt.Sprintf(`{"addLabelIds":[%q],"removeLabelIds":[%q]}`, add, remove))
				return
			}
			m.b.must(200, "POST", "messages/"+id+"/modify", fmt.Sprintf(`{"addLabelIds":[%q],"removeLabelIds":[%q]}`, add, remove))
			m.set(id, add, true)
			m.set(id, remove, false)
		},
		"move": func(t *rapid.T) {
			id, to := m.some(t), rapid.SampledFrom([]string{"INBOX", "TRASH", "SPAM"}).Draw(t, "to")
			m.b.must(204, "POST", "messages/batchModify", fmt.Sprintf(`{"ids":[%q],"addLabelIds":[%q]}`, id, to))
			m.place(id, to)
		},
		"archive": func(t *rapid.T) {
			id := m.some(t)
			m.b.must(200, "POST", "threads/"+id+"/modify", `{"removeLabelIds":["INBOX"]}`)
			m.set(id, "INBOX", false)
		},
		"trash": func(t *rapid.T) {
			id := m.some(t)
			m.b.must(200, "POST", "messages/"+id+"/trash", "")
			m.place(id, "TRASH")
		},
		"untrash": func(t *rapid.T) {
			id := m.some(t)
			m.b.must(200, "POST", "threads/"+id+"/untrash", "")
			m.leave(id, "TRASH")
		},
		"no spam": func(t *rapid.T) {
			id := m.some(t)
			m.b.must(200, "POST", "messages/"+id+"/modify", `{"removeLabelIds":["SPAM"]}`)
			m.leave(id, "SPAM")
		},
		"delete": func(t *rapid.T) {
			id := m.some(t)
			m.b.must(204, "DELETE", "messages/"+id, "")
			m.order = slices.DeleteFunc(m.order, func(s string) bool { return s == id })
			delete(m.labels, id)
		},
		"": m.check,
	}
}

// bearing gives the ids of the messages that a condition holds for, newest
// first.
func (m *model) bearing(want func(map[string]bool) bool) string {
	var out []string
	for _, id := range slices.Backward(m.order) {
		if want(m.labels[id]) {
			out = append(out, id)
		}
	}
	return strings.Join(out, " ")
}

// check compares every few steps: it asks for more than the steps themselves.
func (m *model) check(t *rapid.T) {
	if m.steps++; m.steps%8 != 0 {
		return
	}
	seen := func(l map[string]bool) bool { return !l["TRASH"] && !l["SPAM"] }
	for query, want := range map[string]string{
		"":                         m.bearing(seen),
		"?includeSpamTrash=true":   m.bearing(func(map[string]bool) bool { return true }),
		"?labelIds=STARRED":        m.bearing(func(l map[string]bool) bool { return seen(l) && l["STARRED"] }),
		"?q=in:trash":              m.bearing(func(l map[string]bool) bool { return l["TRASH"] }),
		"?q=in:spam+is:unread":     m.bearing(func(l map[string]bool) bool { return l["SPAM"] && l["UNREAD"] }),
		"?q=is:unread+-in:inbox":   m.bearing(func(l map[string]bool) bool { return seen(l) && l["UNREAD"] && !l["INBOX"] }),
		"?q={is:starred+label:it}": m.bearing(func(l map[string]bool) bool { return seen(l) && (l["STARRED"] || l["Label_15"]) }),
	} {
		if got := m.b.must(200, "GET", "messages"+query, "").join("id", "messages"); got != want {
			t.Fatalf("messages%s: got %s, want %s", query, got, want)
		}
		if got := m.b.must(200, "GET", "threads"+query, "").join("id", "threads"); got != want {
			t.Fatalf("threads%s: got %s, want %s", query, got, want)
		}
	}
	m.replay(t)
}

// replay builds the mailbox again from its history.
func (m *model) replay(t *rapid.T) {
	built, last, token := map[string]string{}, "1000", ""
	for {
		r := m.b.must(200, "GET", "history?maxResults=7&startHistoryId=1000&pageToken="+token, "")
		list, _ := r.at("history").([]any)
		for i := range list {
			if id := r.str("history", i, "id"); id <= last {
				t.Fatalf("history goes from %s to %s", last, id)
			} else {
				last = id
			}
			for _, kind := range []string{"messagesAdded", "labelsAdded", "labelsRemoved"} {
				if id := r.str("history", i, kind, 0, "message", "id"); id != "" {
					built[id] = r.join("", "history", i, kind, 0, "message", "labelIds")
				}
			}
			delete(built, r.str("history", i, "messagesDeleted", 0, "message", "id"))
		}
		if token = r.str("nextPageToken"); token == "" {
			break
		}
	}
	if len(built) != len(m.labels) {
		t.Fatalf("history tells of %d messages, there are %d", len(built), len(m.labels))
	}
	for id, labels := range m.labels {
		got := strings.Fields(built[id])
		if len(got) != len(labels) || slices.ContainsFunc(got, func(l string) bool { return !labels[l] }) {
			t.Fatalf("history leaves %s with %v, it has %v", id, got, labels)
		}
	}
}

// TestMailboxesAreLikeTheModel runs random changes.
func TestMailboxesAreLikeTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := openBench(t)
		defer b.close()
		if id := b.must(200, "POST", "labels", `{"name":"it"}`).str("id"); id != "Label_15" {
			t.Fatalf("the first label is %s", id)
		}
		m := &model{b: b, labels: map[string]map[string]bool{}, back: map[string][]string{}}
		t.Repeat(m.actions())
	})
}
