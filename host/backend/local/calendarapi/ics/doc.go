// Package ics reads iCalendar files (RFC 5545) and gives their events as
// bodies of the Calendar API, a series together with its exceptions.
//
// The syntax is a library's (go-ical); what stands here is what real files
// need: each event is decoded on its own, so that one that is broken costs no
// other; zones are found by their IANA name, by Outlook's name, by a hint of
// the file, or else by the rules that the file states for them; text with
// commas that should have been escaped is kept whole.
//
// It knows no storage. Files are untrusted: sizes and counts are bounded, and
// a message names nothing of the file but the UID of an event.
//
// Start reading at Read, then event.body in event.go.
package ics
