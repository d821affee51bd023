package main

import (
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderDocument is the document to read: each paragraph with its index before
// it, by which the editing tools know it, and headings with one # a level.
func renderDocument(d value.Value) string {
	if !d.Has("id") {
		return ""
	}
	paragraphs := d.Get("paragraphs").Items()
	width := 0
	for i, p := range paragraphs {
		width = max(width, len(number(p, i)))
	}
	var body []byte
	for i, p := range paragraphs {
		body = append(body, pad(number(p, i), width)...)
		if s := p.Get("text").Text(); s != "" {
			body = append(body, "  "+hashes(level(p))...)
			body = append(body, hang(s, width+2)...)
		}
		body = append(body, '\n')
	}
	return head(d, text.Line{Label: "Length", Text: length(d)}) + text.After("\n", string(body))
}

// number is a paragraph's index; where the answer lacks it, its place.
func number(p value.Value, place int) string {
	if s := integer(p.Get("index")); s != "" {
		return s
	}
	return text.Int(place)
}

func renderCreated(d value.Value) string {
	if !d.Has("id") {
		return ""
	}
	return "Created: " + head(d)
}

func head(d value.Value, more ...text.Line) string {
	return text.OneLine(d.Get("name").Text()) + "\n" + text.Details(append([]text.Line{
		{Label: "Id", Text: d.Get("id").Text()},
		{Label: "Open", Text: d.Get("url").Text()},
	}, more...)...)
}

func length(d value.Value) string {
	characters := show.Count(d.Get("charCount"), "character", "characters")
	paragraphs := show.Count(d.Get("numParagraphs"), "paragraph", "paragraphs")
	if characters == "" || paragraphs == "" {
		return paragraphs + characters
	}
	return paragraphs + ", " + characters
}

func hashes(n int) string {
	if n == 0 {
		return ""
	}
	return "######"[:n] + " "
}

// pad puts spaces before a number.
func pad(s string, width int) string {
	for len(s) < width {
		s = " " + s
	}
	return s
}

// hang puts the second and later lines of a paragraph below its first one. A
// line break inside a paragraph arrives as a vertical tab or a carriage return.
func hang(s string, width int) string {
	below := "\n" + pad("", width)
	var out []byte
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case c == '\v' || c == '\r' || c == '\n':
			out = append(out, below...)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

func renderPageSetup(title string, s value.Value) string {
	if !s.Has("pageWidth") {
		return ""
	}
	return title + ". In points:\n" + text.Details(
		text.Line{Label: "Width", Text: s.Get("pageWidth").Number()},
		text.Line{Label: "Height", Text: s.Get("pageHeight").Number()},
		text.Line{Label: "Top", Text: s.Get("marginTop").Number()},
		text.Line{Label: "Bottom", Text: s.Get("marginBottom").Number()},
		text.Line{Label: "Left", Text: s.Get("marginLeft").Number()},
		text.Line{Label: "Right", Text: s.Get("marginRight").Number()},
	)
}
