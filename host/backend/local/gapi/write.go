package gapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

func writeError(w http.ResponseWriter, err error, pretty bool) {
	var e *Error
	if !errors.As(err, &e) {
		e = Internal("Internal error encountered.")
	}
	if e.allow != "" {
		w.Header().Set("Allow", e.allow)
	}
	w.Header().Del("ETag")
	writeJSON(w, e.HTTP, encodeJSON(e.body(), pretty))
}

// encodeJSON comes before anything is written, so that the length is known and
// a value that can't be encoded is a clean failure.
func encodeJSON(v any, pretty bool) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if pretty {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(v); err != nil {
		panic(err) // ServeHTTP recovers and answers 500
	}
	return buf.Bytes()
}

func writeJSON(w http.ResponseWriter, status int, text []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=UTF-8")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	private(h)
	w.WriteHeader(status)
	w.Write(text)
}

// private keeps answers out of shared caches and guesses.
func private(h http.Header) {
	h.Set("Cache-Control", "private, max-age=0, must-revalidate, no-transform")
	h.Set("X-Content-Type-Options", "nosniff")
}
