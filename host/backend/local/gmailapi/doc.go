// Package gmailapi is the Gmail API v1 on the store of an embedded workspace:
// messages, threads, labels, drafts, history, and the settings that tools use.
//
// It owns the tables of mail and every rule about them. The mails themselves
// are content of package blobs, their structure is read by rfc822, the search
// language by query; mbox reads archives. HTTP is gapi's. Nothing ever leaves
// the machine: mail to others is kept as sent, forwarding and vacation answers
// are stored and never done.
//
// Start reading at API.Methods, then add in deliver.go for how a mail comes in
// and relabel in relabel.go for how it changes. What the documents leave open is
// decided so:
//
//   - A mail to the owner is one message with SENT and INBOX, so its Bcc field
//     stays, as in every copy that a sender sees. Nobody else gets a copy.
//   - A From field that is none of the owner's addresses is set to the default
//     one, as Gmail does. Date and Message-ID are added where they are missing.
//   - threadId counts if the subject is that of the thread (Re: and Fwd: aside)
//     and References or In-Reply-To name a message of it; a thread whose
//     messages have no Message-ID needs the subject only. Otherwise the message
//     goes to the thread that it refers to, or begins one.
//   - TRASH, SPAM and INBOX exclude each other. What moving to the trash took
//     away comes back with untrash.
//   - insert gives the labels that were asked for and nothing else; import runs
//     the filters as well. There is no spam filter and no category is guessed:
//     category:primary is every mail without another category.
//   - Words are found whole, without regard to case and accents; a phrase of
//     Chinese, Japanese or Thai is found anywhere. AROUND is refused.
//   - HTML of signatures and vacation answers is kept as it is given.
//   - Header values are unfolded and decoded. Bodies are bytes in their own
//     charset. Text without a file name stands in the answer up to 1 MiB,
//     everything else has an attachment id, which does not change here.
//   - A page size out of bounds and a query that can't be read are refused, not
//     adjusted, so that a rehearsal never hides them.
//   - resultSizeEstimate is exact up to 500 and stops there.
//   - Counts of a label leave out what is in TRASH or SPAM, as lists do.
//   - History is kept for good; a startHistoryId that was never given is 404.
//   - Aliases and forwarding addresses are accepted without verification; the
//     settings of IMAP, POP, language, delegation and encryption, and push
//     notifications (watch), are not served.
//   - Days of a query begin in UTC, unless InZone says otherwise.
package gmailapi
