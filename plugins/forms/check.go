package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func checkForm(p *actions.Params) {
	p.NotBlank("title")
	if quiz, given := p.Get("quiz").AsBool(); given && !quiz {
		p.Warn("A quiz that is made an ordinary form loses all of its points and answer keys.")
	}
}

// checkItemID refuses an id that proxies would refuse, with the code of a bad
// argument: they call it a failed deletion.
func checkItemID(p *actions.Params) {
	if id, isText := p.Get("itemId").AsString(); isText && !google.IsID(id) {
		p.Invalid("itemId", "itemId may hold letters, digits, _ and - only. forms_list_items gives the ids.")
	}
}

// checkItem doesn't know the item's type. So bounds of a scale are left to the
// server: on other items they mean nothing.
func checkItem(p *actions.Params) {
	checkItemID(p)
	p.NotBlank("title")
	checkChoices(p)
	if p.Has("leftLabel") != p.Has("rightLabel") {
		p.WarnProxy("An Apps Script proxy empties the label that is not given: give leftLabel and rightLabel together.")
	}
}

func checkNewItem(p *actions.Params) {
	p.NotBlank("title")
	kind := kindOf(p.Get("itemType").Text())
	if kind.choices {
		checkChoices(p)
	}
	if kind.scale {
		checkScale(p)
	}
	if other := p.Get("showOtherOption"); kind.name == "LIST" && other.IsTrue() {
		p.Invalid("showOtherOption", "A drop-down (LIST) can't have an answer of one's own. Use MULTIPLE_CHOICE, or leave showOtherOption out.")
	}
	warnUnused(p, kind)
}

// checkChoices refuses what Google refuses after a proxy has made the item.
func checkChoices(p *actions.Params) {
	choices := p.Get("choices").Items()
	for i, c := range choices {
		at := "choices." + text.Int(i)
		if text.Blank(c.Text()) {
			p.Invalid(at, at+" must not be empty.")
		}
		for _, earlier := range choices[:i] {
			if earlier.Equal(c) {
				p.Invalid(at, at+" is there already: each choice must be different.")
			}
		}
	}
}

// checkScale holds a new scale to the bounds of Google Forms, which are
// narrower than those of the schema. What is not given is 1 or 5.
func checkScale(p *actions.Params) {
	if low := intOr(p.Get("lowerBound"), 1); low > 1 {
		p.Invalid("lowerBound", "A scale begins at 0 or 1: lowerBound must not be "+text.Int(low)+".")
	}
	if high := intOr(p.Get("upperBound"), 5); high < 3 {
		p.Invalid("upperBound", "A scale ends at 3 to 10: upperBound must not be "+text.Int(high)+".")
	}
}

func intOr(v value.Value, otherwise int) int {
	if n, ok := v.AsInt(); ok {
		return int(n)
	}
	return otherwise
}
