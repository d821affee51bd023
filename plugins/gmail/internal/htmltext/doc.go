// Package htmltext makes a mail's HTML readable as plain text.
//
// It shows what a reader of the mail would see: text that the mail hides (not
// displayed, without size, in the colour of its background, off the screen) is
// left out, since it is written for filters and for models; the target of each
// link stands behind its text. It understands as much of HTML and CSS as mail
// uses and guesses at nothing else: it loads nothing, follows nothing, and
// its output and its work are bounded by the input's length. Start at
// [Convert]; scan.go takes HTML apart, style.go decides what is hidden, write.go
// lays lines out.
package htmltext
