// Package query reads Gmail's search language.
//
// It makes a tree of a text and nothing else: labels are names, people are
// words, dates are moments. What the tree means for a mailbox is gmailapi's.
//
// Terms next to each other must all match; OR binds tighter than that, so that
// "a b OR c" is a and one of b and c; braces hold alternatives; a minus negates
// what follows it; an operator before parentheses goes for the words in them.
// A word with an unknown operator ("https://x", "re:x") is plain text. An open
// quotation ends with the text, as in Gmail. What can't mean anything here is
// refused and not ignored: AROUND, unbalanced parentheses, an operator without
// a value, a date that is none.
//
// Start reading at Parse.
package query
