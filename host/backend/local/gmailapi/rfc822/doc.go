// Package rfc822 reads mail as it comes: the tree of parts with where each
// one's bytes stand, decoded headers, text to show and to search, and edits of
// header fields that leave every other byte alone.
//
// It never fails on a mail. What is broken is read as far as it can be, as
// Gmail does: a missing boundary ends with the mail, an unknown encoding or
// charset is taken as plain bytes. The libraries for MIME hand out readers and
// forget the offsets; the workspace needs them, to give one attachment of a
// big mail without reading the rest. Charsets are golang.org/x/text's, HTML is
// golang.org/x/net/html's.
//
// Start reading at Parse.
package rfc822
