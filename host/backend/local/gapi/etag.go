package gapi

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// ETag makes a strong entity tag, quotes included, from what identifies a
// representation.
func ETag(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0}) // "ab","c" is not "a","bc"
	}
	return `"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:12]) + `"`
}

// Match checks the If-Match header of a request that changes the thing with
// this tag: 412 unless the header is missing, "*" or names the tag.
func (c *Call) Match(tag string) error {
	want := c.Header.Get("If-Match")
	if want == "" || listed(want, tag, false) {
		return nil
	}
	return preconditionFailed()
}

// unmodified says whether If-None-Match lets the answer be 304.
func unmodified(h http.Header, tag string) bool {
	want := h.Get("If-None-Match")
	return want != "" && listed(want, tag, true)
}

// listed looks a tag up in a header's list. Weak tags ("W/...") count only
// where weak comparison is allowed (RFC 9110, section 8.8.3.2).
func listed(header, tag string, weak bool) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimSpace(item)
		if weak {
			item = strings.TrimPrefix(item, "W/")
		}
		if item == "*" || item == tag {
			return true
		}
	}
	return false
}
