// Package mail writes mails: RFC 5322 with MIME (RFC 2045 to 2049), encoded
// words (RFC 2047) and parameters beyond ASCII (RFC 2231).
//
// It sends nothing and holds no bytes of attachments: a mail is a row of
// segments, and an attachment is a segment that names a blob of the host's. What
// it is given may come from strangers (subjects, names, ids, types of files), so
// nothing that it writes into a header can begin another one. Start at [Message]
// and its Write; [DecodeWords] reads what others encoded.
package mail
