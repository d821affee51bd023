// Package gapi is what Google's JSON APIs have in common on the wire, for the
// APIs that an embedded workspace imitates: methods named by their Discovery
// id, typed query parameters, strict JSON bodies, partial responses, entity
// tags, page tokens, Google's error format, and content: uploads in one piece,
// multipart and resumable, and downloads with ranges.
//
// It knows no API and no storage. An API brings a table of Methods; NewService
// makes an http.Handler of them. Nothing of the host (paths, causes, stacks,
// bodies) gets into an answer, and a panic never reaches the client.
//
// Content never stands in memory as a whole. It goes to and comes from a Blobs,
// and the resumable uploads between their requests are an Uploads' affair; one
// package (blobs) is both. What Google's documents leave open about uploads:
//
//   - Bytes that a chunk repeats are skipped, not compared.
//   - A chunk behind a gap is 400; the client asks for the status and goes on.
//   - A chunk that is not the last one must have 256 KiB or more. What goes beyond
//     a multiple of that is not kept, and the Range header says so.
//   - The metadata and what can be checked of it is checked when an upload begins,
//     so that nobody sends a gigabyte to a folder that does not exist.
//   - A finished upload gives the same answer to whoever asks again for a week.
//     One whose method failed for a reason that may pass can be finished again.
//
// Start reading at Method, then Service.ServeHTTP and exchange.serve.
package gapi
