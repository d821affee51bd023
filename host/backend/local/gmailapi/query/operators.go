package query

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// operators makes the leaf of each operator from its value, which is not empty.
var operators = map[string]func(env Env, op, value string) (Expr, error){
	"from": text, "to": text, "cc": text, "bcc": text, "subject": text,
	"list": text, "deliveredto": text, "filename": text,
	"label": label, "in": label, "is": is, "category": category, "has": has,
	"before": date, "older": date, "after": date, "newer": date,
	"older_than": age, "newer_than": age,
	"larger": size, "size": size, "smaller": size,
	"rfc822msgid": messageID,
}

func text(_ Env, op, value string) (Expr, error) { return Text{Field(op), value}, nil }

func label(_ Env, op, value string) (Expr, error) { return Label{op, value}, nil }

func messageID(_ Env, _, value string) (Expr, error) {
	return MessageID{strings.TrimSuffix(strings.TrimPrefix(value, "<"), ">")}, nil
}

// The closed sets of values. A value beyond them is a mistake that Gmail would
// answer with nothing.
var (
	states     = []string{"chat", "draft", "important", "muted", "read", "sent", "snoozed", "spam", "starred", "trash", "unread", "inbox"}
	categories = []string{"primary", "social", "promotions", "updates", "forums", "reservations", "purchases"}
	things     = []string{"attachment", "document", "drive", "nouserlabels", "presentation", "spreadsheet", "userlabels", "yellow-star", "youtube"}
)

func is(_ Env, op, value string) (Expr, error) {
	return oneOf(op, value, states, func(v string) Expr { return Label{op, v} })
}

func category(_ Env, op, value string) (Expr, error) {
	return oneOf(op, value, categories, func(v string) Expr { return Label{op, v} })
}

func has(_ Env, op, value string) (Expr, error) {
	return oneOf(op, value, things, func(v string) Expr { return Has{v} })
}

func oneOf(op, value string, known []string, leaf func(string) Expr) (Expr, error) {
	v := strings.ToLower(value)
	if !slices.Contains(known, v) {
		return nil, bad("The operator %s: takes one of %s.", op, strings.Join(known, ", "))
	}
	return leaf(v), nil
}

// date reads a day, which begins in the account's time zone, or Unix seconds.
func date(env Env, op, value string) (Expr, error) {
	before := op == "before" || op == "older"
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil && len(value) > 4 && seconds >= 0 && seconds < math.MaxInt64/1000 {
		return Date{before, seconds * 1000}, nil
	}
	text := strings.ReplaceAll(value, "-", "/")
	for _, layout := range []string{"2006/1/2", "1/2/2006"} {
		if day, err := time.ParseInLocation(layout, text, env.Now.Location()); err == nil {
			return Date{before, day.UnixMilli()}, nil
		}
	}
	return nil, bad("The operator %s: takes a day such as 2030/01/31, or seconds since 1970.", op)
}

// age reads a number of days, months or years before now.
func age(env Env, op, value string) (Expr, error) {
	unit := strings.ToLower(value[len(value)-1:])
	n, err := strconv.Atoi(value[:len(value)-1])
	at := env.Now
	switch {
	case err != nil || n < 0 || n > 10_000:
		err = bad("")
	case unit == "h":
		at = at.Add(-time.Duration(n) * time.Hour)
	case unit == "d":
		at = at.AddDate(0, 0, -n)
	case unit == "m":
		at = at.AddDate(0, -n, 0)
	case unit == "y":
		at = at.AddDate(-n, 0, 0)
	default:
		err = bad("")
	}
	if err != nil {
		return nil, bad("The operator %s: takes a number up to 10000 with h, d, m or y, such as 7d.", op)
	}
	return Date{op == "older_than", at.UnixMilli()}, nil
}

// size reads bytes, or thousands and millions of them with K and M.
func size(_ Env, op, value string) (Expr, error) {
	digits := strings.TrimRight(strings.ToUpper(value), "KMGB")
	factor := int64(1)
	switch strings.TrimSuffix(strings.ToUpper(value)[len(digits):], "B") {
	case "":
	case "K":
		factor = 1 << 10
	case "M":
		factor = 1 << 20
	case "G":
		factor = 1 << 30
	default:
		factor = 0
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n < 0 || factor == 0 {
		return nil, bad("The operator %s: takes a number of bytes, such as 500K or 10M.", op)
	}
	return Size{op != "smaller", n * factor}, nil
}
