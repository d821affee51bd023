package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/text"
)

// operands are the arguments that each rule needs; a rule that is not here
// needs none. A proxy fails without a reason where one is missing.
var operands = [...]struct {
	rule string
	keys []string
}{
	{"NUMBER_BETWEEN", []string{"min", "max"}},
	{"NUMBER_NOT_BETWEEN", []string{"min", "max"}},
	{"NUMBER_GREATER_THAN", []string{"value"}},
	{"NUMBER_GREATER_THAN_OR_EQUAL_TO", []string{"value"}},
	{"NUMBER_LESS_THAN", []string{"value"}},
	{"NUMBER_LESS_THAN_OR_EQUAL_TO", []string{"value"}},
	{"NUMBER_EQUAL_TO", []string{"value"}},
	{"TEXT_CONTAINS", []string{"text"}},
	{"TEXT_DOES_NOT_CONTAIN", []string{"text"}},
	{"TEXT_EQUAL_TO", []string{"text"}},
	{"DATE_EQUAL_TO", []string{"date"}},
	{"DATE_BEFORE", []string{"date"}},
	{"DATE_AFTER", []string{"date"}},
	{"CUSTOM_FORMULA", []string{"formula"}},
}

func checkValidation(p *actions.Params) {
	onRange(p, "changed")
	rule := p.Get("validationType").Text()
	for _, o := range operands {
		if o.rule != rule {
			continue
		}
		for _, key := range o.keys {
			if !p.Has(key) {
				p.Invalid(key, rule+" needs "+key+".")
			}
			p.NotBlank(key)
			checkOperand(p, key)
		}
	}
	switch rule {
	case "VALUE_IN_LIST":
		checkChoices(p)
	case "NUMBER_BETWEEN", "NUMBER_NOT_BETWEEN":
		low, high := p.Get("min").Number(), p.Get("max").Number()
		if low != "" && high != "" && number.Read(high).Less(number.Read(low)) {
			p.Invalid("max", "max must not be less than min.")
		}
	}
}

// checkOperand looks at the operand that a rule uses; what a rule does not use
// is of no effect.
func checkOperand(p *actions.Params, key string) {
	s := p.Get(key).Text()
	switch key {
	case "text":
		if isTyped(s) {
			p.Invalid(key, "text must not begin with = or +: it would be taken for a formula.")
		}
	case "date":
		if _, ok := date.Parse(s); p.Has(key) && !ok {
			p.Invalid(key, "date must be a day that exists, such as 2031-05-04.")
		}
	case "formula":
		// Not refused: a call without the equals sign is on record.
		if p.Has(key) && (text.Trim(s) == "" || text.Trim(s)[0] != '=') {
			p.Warn("A custom formula begins with =, such as =B2>A2; another text is no rule.")
		}
	}
}

func checkChoices(p *actions.Params) {
	values := p.Get("values")
	if !values.Exists() {
		// Not refused: a call without them is on record.
		p.Warn("VALUE_IN_LIST needs values, the choices; without them the service refuses it.")
		return
	}
	if values.Len() == 0 {
		p.Invalid("values", "values must hold at least one choice.")
	}
	for i, v := range values.Items() {
		if isTyped(v.Text()) {
			key := "values." + text.Int(i)
			p.Invalid(key, key+" must not begin with = or +: it would be taken for a formula.")
		}
	}
}

func isTyped(s string) bool { return s != "" && (s[0] == '=' || s[0] == '+') }
