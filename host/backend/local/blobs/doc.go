// Package blobs keeps the content of files and mails in the file of an
// embedded workspace, in pieces, and remembers resumable uploads.
//
// Content never stands in memory as a whole: a writer holds one piece, a
// reader one, and each piece is a transaction of its own, so a slow client
// blocks nobody. Sizes and checksums are made while the bytes pass.
//
// Content belongs to whoever keeps it: an API calls Keep in the transaction
// that first refers to it, and Release in the one that drops the reference. The
// same content may be kept many times (copies, revisions). What nothing keeps
// goes: at once after the last Release, a day after it came in, a week after
// its resumable upload began. Sweep removes it.
//
// Start reading at Store.Create, then Keep.
package blobs
