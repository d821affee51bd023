// Package gapi is what Google's JSON APIs have in common on the wire, for the
// APIs that an embedded workspace imitates: methods named by their Discovery
// id, typed query parameters, strict JSON bodies, partial responses, entity
// tags, page tokens and Google's error format.
//
// It knows no API and no storage. An API brings a table of Methods; NewService
// makes an http.Handler of them. Nothing of the host (paths, causes, stacks,
// bodies) gets into an answer, and a panic never reaches the client.
//
// Start reading at Method, then Service.ServeHTTP.
package gapi
