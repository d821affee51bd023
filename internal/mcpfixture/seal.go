//go:build mcpconformance

package mcpfixture

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// sealer signs the states that a tool gives out, so that no other comes back.
type sealer struct{ key []byte }

func newSealer() *sealer { return &sealer{key: []byte(rand.Text())} }

func (k *sealer) seal(state string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(state)) + "." + k.sign(state)
}

func (k *sealer) open(sealed string) (state string, ok bool) {
	head, sign, _ := strings.Cut(sealed, ".")
	raw, err := base64.RawURLEncoding.DecodeString(head)
	return string(raw), err == nil && hmac.Equal([]byte(sign), []byte(k.sign(string(raw))))
}

func (k *sealer) sign(state string) string {
	h := hmac.New(sha256.New, k.key)
	h.Write([]byte(state))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
