package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxRecipients is how many recipients a mail's head shows.
	maxRecipients = 20
	// maxMillis is how many digits milliseconds may have to be shown as a time:
	// those of the year 5138 do.
	maxMillis = 14
)

// recipientList shortens a long list of addresses between two of them.
func recipientList(s string) string {
	members := address.Split(s)
	if len(members) <= maxRecipients {
		return s
	}
	out := ""
	for _, m := range members[:maxRecipients] {
		out += m + ", "
	}
	return out + "and " + text.Int(len(members)-maxRecipients) + " more"
}

// millis shows milliseconds since 1970 as a time in UTC.
func millis(v value.Value) string {
	written := show.Scalar(v)
	n, ok := text.Digits(written)
	if !ok || len(written) > maxMillis {
		return written
	}
	return show.Moment(value.String(date.Unix(n / 1000).RFC3339()))
}
