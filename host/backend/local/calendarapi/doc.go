// Package calendarapi is Google Calendar API v3 on the store of an embedded
// workspace: all methods of the Discovery document but those of push channels
// and calendars.transferOwnership, with the rules that its descriptions state.
//
// It owns the tables of calendars, events, sharing rules and notifications.
// HTTP is gapi's, the file is store's, the expansion of recurrences is the
// package recurrence's, quickAdd's text quickadd's, and .ics files are read by
// ics. It opens no file and no socket, and sends no mail.
//
// Start reading at API.Methods, then API.apply in write.go for how an event
// changes, and filter.scan in scan.go for how lists are made. How data stands:
// a single event and a series are a row each; an instance of a series is
// computed until it is changed or deleted, then it is a row too, an exception:
// what it states itself (a merge patch, overlay) and the result.
//
// What the documents leave open is decided so:
//
//   - There is one person, the owner, who has the role owner on every
//     calendar. Sharing rules are kept, listed and synced, and the people they
//     name would be told; they let nobody in, since there is nobody else. The
//     owner's own rule can't change (403 cannotChangeOwnAcl).
//   - Guests get no copies of an event: their calendars are not here. What
//     would have been mailed is recorded, see API.Notifications. Nobody is told
//     unless sendUpdates or sendNotifications says so; externalOnly means
//     addresses outside the owner's domain and gmail.com.
//   - The organizer who is a guest has accepted; an answer that a write leaves
//     out stays as it was.
//   - A new account is in UTC; SetTimeZone or calendars.patch changes that, and
//     all-day events then begin at the new zone's midnight.
//   - A request for a Meet conference is done at once, never pending, with a
//     link that leads nowhere. Version 0 leaves conference data alone.
//   - A series ends a hundred years after its start at the latest, and repeats
//     daily at the most often. Its start is always the first instance, also
//     where the rule does not make it (it then counts for COUNT).
//   - An exception takes over later changes of its series in what it does not
//     state itself. If the series loses the instance, the exception is
//     cancelled. Deleting a series cancels its exceptions.
//   - A timed event may take no time at all; an all-day one takes a day or more.
//   - The unspecified order of a list is that of creation, of an expanded one
//     that of the starts. Words of q must all occur, in any order, as parts of
//     words, without regard to case.
//   - A window compares all-day events by the midnights of the calendar's zone.
//     A series that is not expanded is listed when an instance of it is in
//     the window.
//   - A sync token keeps the window, expansion and types of its list. It is void
//     (410) after calendars.clear, and of an expanded list also after a series
//     changed its times, because the instances that went can't be told.
//     A sync tells of every changed event, also of those outside the window.
//   - Every unknown or altered sync token is answered with 410 as well.
//   - events.instances leaves deleted instances out unless showDeleted is true.
//   - A write that changes nothing keeps the etag and the time of change.
//   - events.move leaves a cancelled copy behind, and only what this owner
//     organizes can move.
//   - events.import replaces an event of the same iCalUID.
//   - A maxResults above the maximum is the maximum; below 1 it is refused.
//   - alwaysIncludeEmail (deprecated), showHiddenInvitations and
//     showOwnOrganizationOnly have no effect: every address is known, and
//     there are no hidden invitations and no organizations.
package calendarapi
