package gmailapi

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gmailapi/query"
	"github.com/wslite/wslite/host/backend/local/store"
)

// readFilter reads a filter and checks what needs no storage.
func (a *API) readFilter(b gapi.Body) (*Filter, error) {
	f := &Filter{Criteria: &FilterCriteria{}, Action: &FilterAction{}}
	criteria, err := b.Object("criteria")
	if err != nil {
		return nil, err
	}
	action, err := b.Object("action")
	if err != nil {
		return nil, err
	}
	k, r := f.Criteria, fieldReader{body: criteria}
	r.string("from", &k.From)
	r.string("to", &k.To)
	r.string("subject", &k.Subject)
	r.string("query", &k.Query)
	r.string("negatedQuery", &k.NegatedQuery)
	r.bool("hasAttachment", &k.HasAttachment)
	r.bool("excludeChats", &k.ExcludeChats)
	r.int("size", &k.Size)
	r.string("sizeComparison", &k.SizeComparison)
	act := fieldReader{body: action, err: r.err}
	act.strings("addLabelIds", &f.Action.AddLabelIDs)
	act.strings("removeLabelIds", &f.Action.RemoveLabelIDs)
	act.string("forward", &f.Action.Forward)
	if act.err != nil {
		return nil, act.err
	}
	if err := k.check(); err != nil {
		return nil, err
	}
	if len(f.Action.AddLabelIDs) == 0 && len(f.Action.RemoveLabelIDs) == 0 && f.Action.Forward == "" {
		return nil, invalid("Invalid filter: it has no action.")
	}
	_, err = k.expr(query.Env{Now: a.store.Now().In(a.zone)})
	return f, err
}

func (k *FilterCriteria) check() error {
	k.Subject = strings.Join(strings.Fields(k.Subject), " ")
	if k.SizeComparison == "unspecified" {
		k.SizeComparison = ""
	}
	switch {
	case *k == (FilterCriteria{}):
		return invalid("Invalid filter: it has no criteria.")
	case k.Size < 0 || k.Size > 1<<31-1:
		return invalid("Invalid value at 'filter.criteria.size': it must be from 0 to 2147483647.")
	case !slices.Contains([]string{"", "smaller", "larger"}, k.SizeComparison):
		return invalid("Invalid value at 'filter.criteria.sizeComparison': %s", gapi.Quote(k.SizeComparison))
	case k.SizeComparison == "" && k.Size > 0:
		return invalid("Invalid filter: size needs sizeComparison.")
	}
	for name, text := range map[string]string{"from": k.From, "to": k.To, "subject": k.Subject, "query": k.Query, "negatedQuery": k.NegatedQuery} {
		if utf8.RuneCountInString(text) > maxCriterion {
			return invalid("Invalid value at 'filter.criteria.%s': it is longer than %d characters.", name, maxCriterion)
		}
	}
	return nil
}

// expr makes a query of the criteria. excludeChats says nothing: there are no
// chats here.
func (k *FilterCriteria) expr(env query.Env) (query.Expr, error) {
	var all query.All
	for _, part := range []struct{ name, before, text, after string }{
		{"from", "from:(", k.From, ")"}, {"to", "to:(", k.To, ")"}, {"query", "", k.Query, ""}, {"negatedQuery", "", k.NegatedQuery, ""},
	} {
		if strings.TrimSpace(part.text) == "" {
			continue
		}
		e, err := query.Parse(part.before+part.text+part.after, env)
		if err != nil {
			return nil, invalid("Invalid value at 'filter.criteria.%s': %s", part.name, err.Error())
		}
		if part.name == "negatedQuery" {
			e = query.Not{X: e}
		}
		all = append(all, e)
	}
	if k.Subject != "" {
		all = append(all, query.Text{Field: query.Subject, Phrase: k.Subject})
	}
	if k.HasAttachment {
		all = append(all, query.Has{What: "attachment"})
	}
	if k.SizeComparison != "" {
		all = append(all, query.Size{Larger: k.SizeComparison == "larger", Bytes: k.Size})
	}
	return all, nil
}

// checkAction checks what a filter does against the mailbox.
func checkAction(tx *store.Tx, f *FilterAction) error {
	ch, err := byID(tx, f.AddLabelIDs, f.RemoveLabelIDs)
	if err != nil {
		return err
	}
	users := 0
	for _, l := range ch.add {
		if !l.system {
			users++
		}
		if l.id == inbox || l.id == unread || l.id == spam {
			return invalidLabel(l.id)
		}
	}
	if users > 1 {
		return invalid("Invalid filter: it can add one user label at most.")
	}
	if err := ch.check(); err != nil {
		return err
	}
	if f.Forward == "" {
		return nil
	}
	known, err := forwardingAddresses(tx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(known, func(k ForwardingAddress) bool { return strings.EqualFold(k.ForwardingEmail, f.Forward) }) {
		return precondition("Unrecognized forwarding address")
	}
	return nil
}

// runFilters changes the labels of a mail that arrives, before anyone sees it.
// Each filter looks at the mail as it came; forwarding is not done.
func (a *API) runFilters(tx *store.Tx, m *message) error {
	filters, err := allFilters(tx)
	if err != nil {
		return err
	}
	var add, remove []string
	for _, f := range filters {
		hit, err := a.hits(tx, f.Criteria, m)
		if err != nil {
			return err
		}
		if hit {
			add, remove = append(add, f.Action.AddLabelIDs...), append(remove, f.Action.RemoveLabelIDs...)
		}
	}
	if slices.Contains(add, trash) {
		remove = append(remove, inbox)
	}
	return relabelQuietly(tx, m, add, remove)
}

// hits says whether a mail meets the criteria.
func (a *API) hits(tx *store.Tx, k *FilterCriteria, m *message) (bool, error) {
	e, err := k.expr(query.Env{Now: a.store.Now().In(a.zone)})
	if err != nil {
		return false, err
	}
	c := &compiler{tx: tx, alias: "m", row: "m.seq", owner: a.owner.Email}
	where := c.expr(e)
	if c.err != nil {
		return false, c.err
	}
	var hit bool
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM mail_messages m WHERE m.seq = ? AND `+where+`)`, append([]any{m.seq}, c.args...)...).Scan(&hit)
	return hit, err
}

// relabelQuietly changes labels without history. Labels that were deleted since
// the filter was made are left out; what one filter adds, no other removes.
func relabelQuietly(tx *store.Tx, m *message, add, remove []string) error {
	for _, id := range slices.Concat(remove, add) {
		l, err := labelByID(tx, id)
		if err != nil {
			return err
		}
		if l == nil {
			continue
		}
		change := label
		if !slices.Contains(add, id) {
			change = unlabel
		}
		if err := change(tx, m, l); err != nil {
			return err
		}
	}
	return nil
}
