package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/text"
)

// far is the power of ten of points or degrees beyond which no place is meant:
// a number that a server would read as infinite is refused here.
const far = 9

// farEMU is the same in EMU, of which a point has 12 700.
const farEMU = far + 5

// finite refuses numbers that no place on a page can have.
func finite(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if n := p.Get(key).Number(); n != "" && !number.Read(n).Within(far) {
			p.Invalid(key, key+" is too large for a place on a slide.")
		}
	}
}

// positive refuses sizes of nothing or less.
func positive(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if n := p.Get(key).Number(); n != "" && !number.Read(n).IsPositive() {
			p.Invalid(key, key+" must be above 0.")
		}
	}
}

func checkAdd(p *actions.Params) {
	if text.Blank(p.Get("titleText").Text()) && !text.Blank(p.Get("bodyText").Text()) {
		p.WarnProxy("An Apps Script proxy leaves bodyText out where there is no titleText.")
	}
}

func checkMove(p *actions.Params) {
	from, _ := p.Get("slideIndex").AsInt()
	to, _ := p.Get("newIndex").AsInt()
	if to > from {
		p.WarnProxy("An Apps Script proxy puts a slide that moves towards the end one place before newIndex. Look with slides_get_presentation.")
	}
}

// checkBox is about where something is inserted.
func checkBox(p *actions.Params) {
	finite(p, "left", "top", "width", "height")
	positive(p, "width", "height")
	placed, sized := p.Has("left") || p.Has("top"), p.Has("width") || p.Has("height")
	automatic, given := p.Get("autoPosition").AsBool()
	switch {
	case given && !automatic && (placed || sized):
		p.WarnProxy("An Apps Script proxy ignores left, top, width and height where autoPosition is false.")
	case sized && !placed:
		p.WarnProxy("An Apps Script proxy ignores width and height where neither left nor top is given.")
	}
}

func checkImage(p *actions.Params) {
	checkBox(p)
	google.CheckImageURL(p, "imageUrl")
}

func checkTable(p *actions.Params) {
	checkBox(p)
	google.CheckTable(p, maxRows, maxCols)
}

func checkLine(p *actions.Params) {
	finite(p, "startLeft", "startTop", "endLeft", "endTop")
	if p.Get("startLeft").Equal(p.Get("endLeft")) && p.Get("startTop").Equal(p.Get("endTop")) {
		p.Warn("The line ends where it starts, so there is nothing to see.")
	}
	if kind := p.Get("lineType").Text(); kind != "" && kind != "SOLID" {
		p.WarnProxy("An Apps Script proxy draws every line solid, whatever lineType says.")
	}
}

func checkReplace(p *actions.Params) { google.WarnTrimmed(p, "findText", "replaceText") }
