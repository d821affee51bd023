package gapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// macSize is how much of the HMAC-SHA256 a page token carries, in bytes.
const macSize = 12

// SealPageToken makes an opaque page token of a position. The scope is what
// it is good for (method, parent, filters): another scope or a changed
// character makes it invalid.
func SealPageToken(key []byte, scope string, position []byte) string {
	return base64.RawURLEncoding.EncodeToString(append(pageMAC(key, scope, position), position...))
}

// OpenPageToken gives the position back, or 400.
func OpenPageToken(key []byte, scope, token string) ([]byte, error) {
	data, err := base64.RawURLEncoding.DecodeString(token)
	// The decoder skips line breaks and stray bits: only one spelling counts.
	if err != nil || base64.RawURLEncoding.EncodeToString(data) != token || len(data) < macSize || !hmac.Equal(data[:macSize], pageMAC(key, scope, data[macSize:])) {
		return nil, InvalidPageToken()
	}
	return data[macSize:], nil
}

// InvalidPageToken is the answer to a token that is unknown, of another
// request, or out of date.
func InvalidPageToken() *Error {
	return badParameter("pageToken", "Invalid page token: it is not one of this request. Start again from the first page.")
}

func pageMAC(key []byte, scope string, position []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(scope))
	m.Write([]byte{0}) // a scope holds no zero byte
	m.Write(position)
	return m.Sum(nil)[:macSize]
}
