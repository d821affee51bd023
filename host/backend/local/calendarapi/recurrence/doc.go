// Package recurrence expands the recurrence of a calendar event: RRULE,
// EXRULE, RDATE and EXDATE lines of RFC 5545, as the field recurrence of the
// Calendar API has them.
//
// It knows no storage and no HTTP. The rules themselves are a library's
// (rrule-go); what stands here is how lines are read, zones, bounds, and the
// union of several lines.
//
// A rule is expanded on the wall clock of the event's zone and each result is
// then put into the zone, so that 09:00 stays 09:00 over a change of the
// clocks. A local time that a change skips, or repeats, is meant with the offset
// before the change (RFC 5545).
//
// Start reading at Parse, then Set.From.
package recurrence
