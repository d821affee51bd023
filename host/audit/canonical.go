package audit

import (
	"strconv"
	"time"

	"github.com/wslite/wslite/host/canon"
)

// canonical is the line as canonical JSON. host/canon says what that is; nearly
// every line is plain enough to be written straight away, which takes a tenth of
// the time. A check of a whole log writes each line again.
func (l *line) canonical() ([]byte, error) {
	if raw := l.plain(); raw != nil {
		return raw, nil
	}
	return canon.Of(l)
}

// plain writes a line whose texts are ASCII that needs no escape, and whose
// numbers and time have one spelling; nil for any other.
func (l *line) plain() []byte {
	p := plainJSON{raw: make([]byte, 0, 1024)}
	p.text("account", l.Account)
	p.text("action", l.Action)
	p.text("actor", l.Actor)
	p.number("answerBytes", l.AnswerBytes)
	p.number("attempt", int64(l.Attempt))
	p.text("backend", l.Backend)
	p.text("claim", l.Claim)
	p.text("class", l.Class)
	p.text("code", l.Code)
	p.text("confirm", l.Confirm)
	p.text("decision", l.Decision)
	p.text("digest", l.Digest)
	p.text("draft", l.Draft)
	p.number("durationMs", l.DurationMS)
	p.always("event", l.Event)
	p.number("file", int64(l.File))
	p.number("format", int64(l.Format))
	p.text("frontEnd", l.FrontEnd)
	p.always("hash", l.Hash)
	p.text("head", l.Head)
	p.number("lostLines", l.LostLines)
	p.number("oldest", int64(l.Oldest))
	p.always("prev", l.Prev)
	p.text("profile", l.Profile)
	p.texts("reasons", l.Reasons)
	p.number("revision", int64(l.Revision))
	p.texts("routes", l.Routes)
	p.number("sentBytes", l.SentBytes)
	p.key("seq")
	p.digits(l.Seq)
	p.text("service", l.Service)
	p.text("status", l.Status)
	p.text("tenant", l.Tenant)
	p.time("time", l.Time)
	p.text("tool", l.Tool)
	p.number("tornBytes", l.TornBytes)
	p.text("tornDigest", l.TornDigest)
	if p.odd {
		return nil
	}
	return append(p.raw, '}')
}

// plainJSON writes the members of an object, given in the order of their names.
type plainJSON struct {
	raw []byte
	// odd says that something came that is not plain.
	odd bool
}

func (p *plainJSON) key(name string) {
	before := byte(',')
	if len(p.raw) == 0 {
		before = '{'
	}
	p.raw = append(append(append(p.raw, before, '"'), name...), '"', ':')
}

// text leaves an empty text out, always does not.
func (p *plainJSON) text(name, s string) {
	if s != "" {
		p.always(name, s)
	}
}

func (p *plainJSON) always(name, s string) {
	p.key(name)
	p.quoted(s)
}

func (p *plainJSON) texts(name string, list []string) {
	if len(list) == 0 {
		return
	}
	p.key(name)
	for i, s := range list {
		p.raw = append(p.raw, "[,"[min(i, 1)])
		p.quoted(s)
	}
	p.raw = append(p.raw, ']')
}

func (p *plainJSON) quoted(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			p.odd = true
		}
	}
	p.raw = append(append(append(p.raw, '"'), s...), '"')
}

// number leaves a zero out, digits does not.
func (p *plainJSON) number(name string, n int64) {
	if n != 0 {
		p.key(name)
		p.digits(n)
	}
}

// digits is what a double holds without a doubt: 15 digits.
func (p *plainJSON) digits(n int64) {
	p.odd = p.odd || n < 0 || n > 999_999_999_999_999
	p.raw = strconv.AppendInt(p.raw, n, 10)
}

func (p *plainJSON) time(name string, t time.Time) {
	p.odd = p.odd || t.Location() != time.UTC || t.Year() < 1 || t.Year() > 9999
	p.key(name)
	p.raw = append(t.AppendFormat(append(p.raw, '"'), time.RFC3339Nano), '"')
}
