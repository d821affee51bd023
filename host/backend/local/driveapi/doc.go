// Package driveapi is Google's Drive API v3 on the store of an embedded
// workspace: files and folders, content, search, sharing, comments, revisions,
// changes and shared drives.
//
// It owns the tables of Drive and every rule about them. HTTP, uploads and
// downloads are gapi's, bytes are kept by blobs, the file is store's, and the
// search language is read by the package query. Nothing leaves the process:
// a notification of a share is a row that Notices lists.
//
// Start reading at API.Methods, then filerow.go for what a file is and access.go
// for who may do what. What the documents leave open is decided so:
//
//   - The account is the owner of the workspace. Other people exist as
//     addresses only; what they own gets here by SeedShared or by giving
//     ownership away.
//   - A page size out of bounds is refused where Google brings it into bounds,
//     so that a rehearsal never hides it.
//   - Without orderBy, files come by modifiedTime, the newest first.
//   - A folder that is unknown or out of reach in q is 404.
//   - removeParents of a folder that is no parent changes nothing.
//   - A folder can't be moved into itself or its own descendant: 400.
//   - Native documents keep what was imported: Docs as HTML, Sheets as CSV. An
//     export to a format that was not made well enough is not offered, so
//     about.exportFormats is short, and says all there is.
//   - Text exports of Docs start with a byte-order mark and have CRLF line ends, as
//     Google's have.
//   - A name matches by the beginnings of its words, full text by whole words; a
//     text in double quotes matches as a run of words.
//   - Permissions on a folder hold for all below it. The owner of a folder above
//     is a writer of what others own below it.
//   - A permission that expires does so with the first write after its time.
//   - What this workspace has not (labels, restrictions of content, client-side
//     encryption, approvals, watching) is refused with Google's 403 or 404, never
//     ignored.
package driveapi
