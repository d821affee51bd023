package main

import (
	"bytes"
	"fmt"
)

// question is one call of the soak.
type question struct {
	kind         string // as in kinds
	tool, params string
	// want are what its answer must have.
	want []string
	// fails says that the answer must be an error, with a code that is in want.
	fails bool
}

// harms are the tools that harm, and what becomes of their calls.
var harms = []struct{ tool, code string }{
	{"trap_panic", "PLUGIN_FAULT"}, {"trap_spin", "PLUGIN_OUT_OF_FUEL"}, {"trap_grow", "PLUGIN_FAULT"},
}

// harmEvery is which calls harm.
const harmEvery = 100

// ask gives the call of a number by one of the people: mostly reads, now and then a
// write, and where harm is true each hundredth one that harms.
func ask(n int, who string, harm bool) question {
	word := fmt.Sprintf("%s-%d-asks", who, n)
	q := question{want: []string{owned(who)}}
	switch {
	case harm && n%harmEvery == harmEvery-1:
		h := harms[n/harmEvery%len(harms)]
		q = question{kind: h.tool, want: []string{h.code}, fails: true}
		q.tool, q.params = h.tool, fmt.Sprintf(`{"word":%q}`, word)
	case n%harmEvery == harmEvery/2+1:
		q.tool, q.params = "trap_tame", fmt.Sprintf(`{"word":%q}`, word)
		q.want = []string{word}
	case n%50 == 10:
		q.tool, q.params = "tasks_create_task", fmt.Sprintf(`{"tasklistId":"@default","title":%q}`, word)
		q.want = append(q.want, word)
	case n%2 == 0:
		q.tool, q.params = "gmail_profile", `{}`
	default:
		q.tool, q.params = "drive_get_file", fmt.Sprintf(`{"fileId":%q}`, word)
		q.want = append(q.want, word)
	}
	q.kind = q.tool
	return q
}

// foreign is what only answers to others than who may have.
func foreign(who string) (all [][]byte) {
	for _, p := range people {
		if p != who {
			all = append(all, []byte(owned(p)), []byte(p+"-"))
		}
	}
	return all
}

// mixUp is an answer that is not its caller's: nothing is worse.
type mixUp struct{ error }

// judge says what is wrong with an answer; nil if it is what was to come.
func (q question) judge(raw []byte, notHis [][]byte) error {
	for _, word := range notHis {
		if bytes.Contains(raw, word) {
			return mixUp{fmt.Errorf("%s: the answer has %s, which is another's: %.600s", q.tool, word, raw)}
		}
	}
	if failed := bytes.Contains(raw, []byte(`"isError":true`)); failed != q.fails {
		return fmt.Errorf("%s: an error is %t, and should be %t: %.600s", q.tool, failed, q.fails, raw)
	}
	for _, word := range q.want {
		if !bytes.Contains(raw, []byte(word)) {
			// Of his own, an answer to another question is a mix-up, too.
			return mixUp{fmt.Errorf("%s: the answer has no %s: %.600s", q.tool, word, raw)}
		}
	}
	return nil
}
