package htmltext

import (
	"strings"
	"testing"
	"time"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{`plain text`, "plain text"},
		{`<p>Hi&#39;s</p><p><a href="https://example.com/reset?x=1&amp;y=2">Reset</a></p>`, "Hi's\n\nReset (https://example.com/reset?x=1&y=2)"},
		{"a\n  b<br>c<br><br>d", "a b\nc\n\nd"},
		{`<div>a<div>b</div></div>c`, "a\nb\nc"},
		{`1 < 2 && 3 > 2 &amp;&lt;&nbsp;&eacute;&euro;&#8364;&#x20ac;&#146;&bogus;&copy=`, "1 < 2 && 3 > 2 &< é€€€’&bogus;&copy="},
		{`<ul><li>a<li>b<ul><li>c</ul></ul><ol><li>x</li><li>y<br>z</li></ol>`, "- a\n- b\n  - c\n\n1. x\n2. y\n   z"},
		{`<table><tr><th>Item<th>Price<tr><td>Tea<td>2 €</table>after`, "Item | Price\nTea | 2 €\nafter"},
		{`<table><tr><td><p>One</p><td><p>Two</p></table>`, "One\n\nTwo"},
		{`before<blockquote><p>said<p>more</blockquote>after`, "before\n\n> said\n>\n> more\n\nafter"},
		{"<pre>a  b\n  c</pre>d  e", "a  b\n  c\n\nd e"},
		{`<h1>Title</h1>text<hr>end`, "Title\n\ntext\n----\nend"},
		{`<style>p{color:red}</style><script>alert("<p>no</p>")</script><title>no</title><p>yes`, "yes"},
		{`a<!-- <p>no</p> -->b<!--[if mso]><p>no</p><![endif]-->c<![if !mso]>d<![endif]><!doctype html>`, "abcd"},
		{`<img src="x" alt="Our logo"><img src="t" width="1" height="1" alt="track">`, "[image: Our logo]"},
		{`<a href="https://x.example/"><img src="x"></a>`, "[image] (https://x.example/)"},
		{`<a href="mailto:ana@example.com">ana@example.com</a> <a href="https://example.com/">https://example.com</a>`, "ana@example.com https://example.com"},
		{`<a href="#top">up</a> <a>none</a> <a href="https://x.example"></a>`, "up none"},
		{`<a href="https://x.example"><p>Read more</p></a><p>next`, "Read more (https://x.example)\n\nnext"},
		{`<b>bold</b><i>it</i><span> x </span>y`, "boldit x y"},
		{`<p`, ""}, {`a<`, "a<"}, {`a</`, "a</"}, {`<a href="x`, ""}, {`</p>a</div></td>`, "a"},
		{`a</p>b`, "a\n\nb"},
		{`Übergröße 漢字 👩‍👩‍👧`, "Übergröße 漢字 👩‍👩‍👧"},
	} {
		got := Convert(c.html)
		if got.Text != c.want || got.Hidden || got.Cut {
			t.Errorf("%s\ngot  %q %+v\nwant %q", c.html, got.Text, got, c.want)
		}
	}
}

// What a reader does not see is left out, and said to be; see also the mail's
// own test in the plugin.
func TestHidden(t *testing.T) {
	for name, html := range map[string]string{
		"display":          `<div style="display:none">X</div>`,
		"display spaced":   `<div style=" color: red ; DISPLAY : None !important ">X</div>`,
		"display escaped":  `<div style="d\69 splay:n/**/one">X</div>`,
		"entity in style":  `<div style="display&#58;none">X</div>`,
		"child":            `<div style="display:none"><p style="display:block">X</p></div>`,
		"visibility":       `<span style="visibility:hidden">X</span>`,
		"opacity":          `<span style="opacity:0.01">X</span>`,
		"font size 0":      `<span style="font-size:0">X</span>`,
		"font size 1px":    `<span style="font-size:1px">X</span>`,
		"font short":       `<span style="font: bold 0/0 arial">X</span>`,
		"relative to 0":    `<span style="font-size:0"><b style="font-size:200%">X</b></span>`,
		"white on white":   `<span style="color:#ffffff">X</span>`,
		"almost white":     `<span style="color:rgb(254, 254,254)">X</span>`,
		"font white":       `<font color="WHITE">X</font>`,
		"black on black":   `<div style="background:#000 none"><span style="color:#010101">X</span></div>`,
		"bgcolor":          `<table bgcolor="#336699"><tr><td style="color:#369">X</table>`,
		"transparent":      `<span style="color:rgba(0,0,0,0)">X</span>`,
		"off screen":       `<div style="position:absolute;left:-9999px">X</div>`,
		"indent":           `<div style="text-indent:-9999px">X</div>`,
		"margin":           `<div style="margin-left:-999em">X</div>`,
		"max height":       `<div style="max-height:0px;overflow:hidden">X</div>`,
		"clip":             `<div style="position:absolute;clip:rect(0,0,0,0)">X</div>`,
		"clip path":        `<div style="clip-path:inset(50%)">X</div>`,
		"scale":            `<div style="transform:scale(0)">X</div>`,
		"aria":             `<div aria-hidden="true">X</div>`,
		"attribute":        `<div hidden>X</div>`,
		"template":         `<template>X</template>`,
		"class":            `<style>.pre, #other { display:none }</style><div class="a pre b">X</div>`,
		"id":               `<style><!-- #pre{font-size:0} --></style><div id="pre">X</div>`,
		"tag with class":   `<style>@import "x"; td.pre{visibility:hidden}</style><table><tr><td class="pre">X</table>`,
		"tag":              `<style>em{opacity:0}</style><em>X</em>`,
		"stray end in td":  `<div style="display:none"><table><tr><td></div>X</td></table></div>`,
		"deeper than kept": strings.Repeat("<b>", maxDepth+9) + `<p style="display:none">X</p>`,
	} {
		got := Convert("a " + html + " b")
		if strings.Contains(got.Text, "X") {
			t.Errorf("%s: shown: %q", name, got.Text)
		}
		if !got.Hidden && !got.Cut {
			t.Errorf("%s: not said to be hidden", name)
		}
	}
}

// Mail uses the same means for what is seen very well.
func TestSeen(t *testing.T) {
	for name, html := range map[string]string{
		"white button":          `<a href="#" style="background:#0052cc;color:#fff">X</a>`,
		"white in blue cell":    `<table><tr><td bgcolor="navy"><font color="#fff">X</font></table>`,
		"over a picture":        `<table background="x.png"><tr><td style="color:#fff">X</table>`,
		"over a gradient":       `<div style="background-image:linear-gradient(red,blue)"><p style="color:white">X</div>`,
		"class background":      `<style>.btn{background-color:#d00}</style><a class="btn" style="color:white">X</a>`,
		"unread background":     `<style>td > a:hover{background-color:#d00}</style><a style="color:white">X</a>`,
		"size set again":        `<td style="font-size:0"><div style="font-size:14px">X</div></td>`,
		"size in points":        `<span style="font-size:10pt">X</span>`,
		"weight is no size":     `<span style="font:700 12px/1 arial">X</span>`,
		"inherit":               `<span style="color:inherit">X</span>`,
		"light grey":            `<span style="color:#ccc">X</span>`,
		"shown on small only":   `<style>@media (max-width:600px){ .x{display:none} }</style><p class="x">X</p>`,
		"second rule for small": `<style>@media (max-width:600px){ .y{color:red} .x{display:none} } .z{color:red}</style><p class="x">X</p>`,
		"inline wins":           `<style>.x{display:none}</style><p class="x" style="display:block">X</p>`,
		"next paragraph":        `<p style="display:none">no<p>X`,
		"next cell":             `<table><tr><td style="display:none">no<td>X</table>`,
		"small box":             `<div style="height:0">X</div>`,
		"negative margin":       `<div style="margin:-10px 0">X</div>`,
		"aria false":            `<div aria-hidden="false">X</div>`,
	} {
		if got := Convert("a " + html + " b"); !strings.Contains(got.Text, "X") {
			t.Errorf("%s: not shown: %+v", name, got)
		}
	}
}

// Filler of newsletters is no hidden text.
func TestFillerIsNotHiddenText(t *testing.T) {
	if got := Convert(`<div style="display:none">&zwnj;&nbsp;&#8199;&#847; ` + "\u200b\ufeff" + `</div>a`); got.Hidden || got.Text != "a" {
		t.Errorf("%+v", got)
	}
}

// A link's target is one word and can't run on into text of the mail.
func TestTargets(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{`<a href="https://evil.example/">https://bank.example</a>`, "https://bank.example (https://evil.example/)"},
		{`<a href="javascript:alert(1)">x</a>`, "x (javascript:alert%281%29)"},
		{"<a href=\" https://a.example/\n b \">x</a>", "x (https://a.example/b)"},
		{`<a href="https://a.example/` + strings.Repeat("a", 2*maxTarget) + `">x</a>`, "x (https://a.example/" + strings.Repeat("a", maxTarget-len("https://a.example/")+1) + "…)"},
	} {
		got := Convert(c.html)
		if got.Text != c.want || got.Links != 1 {
			t.Errorf("%s\ngot  %q\nwant %q", c.html, got.Text, c.want)
		}
	}
}

// Work and output are bounded by the input's length, whatever it is.
func TestBounds(t *testing.T) {
	const size = 100_000
	for name, unit := range map[string]string{
		"open": "<b>", "lists": "<ul><li>a", "quotes": "<blockquote>a<br>b", "ends": "</x>", "cells": "<td>a", "links": "<a href=x>a",
		"amp": "&", "lt": "<", "comment": "<!-", "quote": "<a href='", "numbers": "&#9999999999",
		"rules": "a{color:red}", "paragraphs": "<p>a", "images": "<img alt=a>", "pre": "<pre>\n\n",
	} {
		deep := strings.Repeat("<i>", maxDepth-3)
		rules := "<style>" + strings.Repeat(".c{color:red;left:0}", 400) + "</style>"
		for _, before := range []string{"", deep, rules, "<style>", "<b class='" + strings.Repeat("c ", 2000) + "'>" + rules} {
			html := before + strings.Repeat(unit, size/len(unit))
			start := time.Now()
			got := Convert(html)
			if spent := time.Since(start); spent > 2*time.Second {
				t.Errorf("%s after %.20s: %s", name, before, spent)
			}
			if len(got.Text) > maxText+maxTarget+maxPrefix {
				t.Errorf("%s: %d bytes", name, len(got.Text))
			}
		}
	}
}

// What would take too long, or too much room, is cut and said to be.
func TestCut(t *testing.T) {
	for name, html := range map[string]string{
		"end tags":    strings.Repeat("<i>", maxDepth-3) + strings.Repeat("</x>", maxWork/2/maxDepth),
		"start tags":  strings.Repeat("<i>", maxDepth-3) + strings.Repeat("<br><li hidden></li>", maxWork/4/maxDepth),
		"rules":       "<style>" + strings.Repeat("b{left:0}", maxRules) + "</style>" + strings.Repeat("<b></b>", maxWork/maxRules/15),
		"long rule":   "<style>b{" + strings.Repeat("left:0;", 1000) + "}</style>" + strings.Repeat("<b></b>", maxWork/7000/4+9),
		"long prefix": strings.Repeat("<blockquote>", 20) + strings.Repeat("a<br>", 20_000),
		"deep":        strings.Repeat("<i>", maxDepth) + "a",
	} {
		got := Convert(html + "end")
		if !got.Cut || strings.Contains(got.Text, "end") {
			t.Errorf("%s: not cut: %.60q", name, got.Text)
		}
	}
	long := strings.Repeat("<p>A paragraph of some <b>words</b> and a <a href='https://example.com'>link</a>.</p>", 1200)
	if got := Convert("<style>" + strings.Repeat(".c{color:red;left:0}", 100) + "</style>" + long + "end"); got.Cut || !strings.HasSuffix(got.Text, "end") {
		t.Errorf("an ordinary long mail is cut: %d bytes", len(got.Text))
	}
}

func FuzzConvert(f *testing.F) {
	f.Add(`<style>.a{display:none}@media x{b{c:d}}</style><p class=a style="color:#fff;font:0/1 a">x<br>&#x41;&amp;<a href='y'>z</a>`)
	f.Add(`<table><tr><td><ul><li><ol><li><pre> a </pre></table><!-- --><![x]></p></td><img alt=" x ">`)
	f.Add(`<a style="clip:rect(;background:rgb(1 2 3/;transform:;\30 `)
	f.Fuzz(func(t *testing.T, html string) {
		got := Convert(html)
		if strings.Contains(got.Text, "\n\n\n") || strings.HasPrefix(got.Text, "\n") || strings.HasSuffix(got.Text, "\n") {
			t.Fatalf("blank lines: %q", got.Text)
		}
		if len(got.Text) > maxText+maxTarget+maxPrefix {
			t.Fatalf("%d bytes", len(got.Text))
		}
		// All that is said to be hidden stays out when it is the whole mail.
		if inside := Convert(`<div style="display:none">` + plain(html) + `</div>`); inside.Text != "" {
			t.Fatalf("shown: %q", inside.Text)
		}
	})
}

// plain is text that can't hold a tag.
func plain(s string) string { return strings.NewReplacer("<", "", ">", "").Replace(s) }
